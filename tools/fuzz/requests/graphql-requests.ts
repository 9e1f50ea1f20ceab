import { createHash } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import { ATTACK_NAMES, ATTACKS } from './attacks.ts'
import type { Draw } from './draw.ts'
import { JSON_TYPE, type FuzzWorld, type GeneratedRequest } from './generated-request.ts'
import { DocumentWriter, type GeneratedDocument, type RootField } from './graphql-document.ts'
import { DISTORTION_NAMES, DISTORTIONS } from './hostile-documents.ts'
import { hostileText, hostileValue, replaceWithHostilePart } from './hostile-values.ts'

export interface GraphqlSource {
  readonly schema: GraphQLSchema
  readonly roots: readonly RootField[]
  readonly world: FuzzWorld
}

type Made = Omit<GeneratedRequest, 'kind'>

const post = (variant: string, body: unknown): Made => ({
  variant,
  method: 'POST',
  path: '/graphql',
  headers: [JSON_TYPE],
  body: JSON.stringify(body),
})

const writeDocument = (draw: Draw, { schema, world }: GraphqlSource, root: RootField): GeneratedDocument =>
  new DocumentWriter(draw, schema, world).document(root)

/** Valid documents, and at `/graphql/stream` valid subscriptions. */
export const validDocument = (draw: Draw, source: GraphqlSource): Made => {
  const root = draw.inTurn(source.roots)
  const { query, variables } = writeDocument(draw, source, root)
  const made = post(`${root.operation} ${root.field.name}`, { query, variables })
  if (root.operation !== 'subscription') return made
  return { ...made, path: '/graphql/stream', headers: [JSON_TYPE, ['accept', 'text/event-stream']] }
}

export const hostileDocument = (draw: Draw, source: GraphqlSource): Made => {
  const { query, variables } = writeDocument(draw, source, draw.pick(source.roots))
  const name = draw.inTurn(DISTORTION_NAMES)
  return post(name, { query: DISTORTIONS[name](draw, query), variables })
}

/** All arguments come from variables, and one variable is hostile in one place. */
export const hostileVariables = (draw: Draw, source: GraphqlSource): Made => {
  const root = draw.inTurn(source.roots)
  const { query, variables } = writeDocument(draw, source, root)
  return post(`${root.operation} ${root.field.name}`, {
    query,
    variables: replaceWithHostilePart(draw, variables),
  })
}

export const knownAttack = (draw: Draw, { world }: GraphqlSource): Made => {
  const name = draw.inTurn(ATTACK_NAMES)
  return post(name, ATTACKS[name](draw, world))
}

const hashOf = (query: string): string => createHash('sha256').update(query).digest('hex')

const createPersistedExtension = (hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash: hash } })

const sendInAddress = (draw: Draw, body: object, path = '/graphql'): Made => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(body))
    search.append(name, (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed())
  return {
    variant: '',
    method: draw.pick(['GET', 'GET', 'HEAD', 'DELETE']),
    path: `${path}?${search}`.slice(0, 60_000),
    headers: [],
    body: undefined,
  }
}

const MEDIA_TYPES = [
  'application/graphql',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'x',
  '',
]

type Send = (draw: Draw, document: GeneratedDocument) => Made

/** The ways in which a document can arrive, right and wrong. */
export const TRANSPORTS = {
  'query in the address': (draw, document) => sendInAddress(draw, document),
  'stream in the address': (draw, document) => ({
    ...sendInAddress(draw, document, '/graphql/stream'),
    headers: [['accept', 'text/event-stream']],
  }),
  'registered by its hash': (_, document) =>
    post('', { ...document, extensions: createPersistedExtension(hashOf(document.query)) }),
  'a comment makes each document new': (draw, { query, variables }) => {
    const text = `#${'x'.repeat(draw.size(15_000))}${draw.integer(0, 1e9)}\n${query}`
    return post('', { query: text, variables, extensions: createPersistedExtension(hashOf(text)) })
  },
  'asked by its hash': (_, { query, variables }) =>
    post('', { variables, extensions: createPersistedExtension(hashOf(query)) }),
  'wrong hash': (draw, document) =>
    post('', { ...document, extensions: createPersistedExtension(hostileValue(draw)) }),
  'hostile extensions': (draw, document) => post('', { ...document, extensions: hostileValue(draw) }),
  'hostile operation name': (draw, document) => post('', { ...document, operationName: hostileText(draw) }),
  'hostile query': (draw, { variables }) => post('', { query: hostileValue(draw), variables }),
  batch: (draw, document) =>
    post(
      '',
      Array.from({ length: draw.size(500) }, () => document),
    ),
  'hostile body': (draw) => post('', hostileValue(draw)),
  'broken JSON': (draw, document) => {
    const text = JSON.stringify(document)
    return { ...post('', ''), body: text.slice(0, draw.integer(0, text.length)) }
  },
  'members several times': (draw, { query }) => ({
    ...post('', ''),
    body: `{${'"query":"{a}",'.repeat(draw.size(50_000))}"query":${JSON.stringify(query)}}`,
  }),
  'wrong media type': (draw, document) => ({
    ...post('', document),
    headers: [['content-type', draw.pick(MEDIA_TYPES)]],
  }),
  'deep variables': (draw, { query, variables }) => {
    const levels = draw.size(1_000_000)
    const deep = `{"unused":${'['.repeat(levels)}${']'.repeat(levels)},`
    const others = JSON.stringify({ ...variables, last: null }).slice(1)
    return { ...post('', ''), body: `{"query":${JSON.stringify(query)},"variables":${deep}${others}}` }
  },
  'bytes that are no text': (draw) => ({
    ...post('', ''),
    body: new Uint8Array(draw.size()).fill(draw.pick([0xff, 0, 0xc0])),
  }),
} as const satisfies Record<string, Send>

// Object.keys widens the names of a constant to string.
export const TRANSPORT_NAMES = Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[]

export const otherTransport = (draw: Draw, source: GraphqlSource): Made => {
  const { query, variables } = writeDocument(draw, source, draw.pick(source.roots))
  const name = draw.inTurn(TRANSPORT_NAMES)
  return { ...TRANSPORTS[name](draw, { query, variables }), variant: name }
}
