import { gzipSync } from 'node:zlib'
import { createSchema } from '@content-service/graphql-schema'
import { Draw } from './draw.ts'
import { form } from './form-requests.ts'
import type { FuzzWorld, GeneratedRequest } from './generated-request.ts'
import { listRootFields } from './graphql-document.ts'
import {
  hostileDocument,
  hostileVariables,
  knownAttack,
  otherTransport,
  validDocument,
  type GraphqlSource,
} from './graphql-requests.ts'
import { otherAddress, restRequest } from './rest-requests.ts'

type Made = Omit<GeneratedRequest, 'kind'>

/** The kinds of requests, each with its share of all requests in percent. */
export const KINDS = {
  'valid documents': [16, validDocument],
  'hostile documents': [20, hostileDocument],
  'hostile variables': [16, hostileVariables],
  'known attacks': [8, knownAttack],
  'GraphQL transport': [8, otherTransport],
  REST: [22, (draw, { world }) => restRequest(draw, world)],
  forms: [7, (draw, { world }) => form(draw, world)],
  'other addresses': [3, otherAddress],
} as const satisfies Record<string, readonly [number, (draw: Draw, source: GraphqlSource) => Made]>

// Object.keys widens the names of a constant to string.
export const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** A list of a hundred places, in which each kind has the places of its share. */
const BY_SHARE = KIND_NAMES.flatMap((kind) => Array.from({ length: KINDS[kind][0] }, () => kind))

/** The kind at a place, and the number of earlier requests of this kind. */
const turnAt = (place: number): { readonly kind: keyof typeof KINDS; readonly turn: number } => {
  const at = place % BY_SHARE.length
  // The remainder is an index of the list.
  const kind = BY_SHARE[at] as keyof typeof KINDS
  const [share] = KINDS[kind]
  return { kind, turn: Math.floor(place / BY_SHARE.length) * share + at - BY_SHARE.indexOf(kind) }
}

type Header = readonly [string, string]

const IF_MATCH = [
  '"1"',
  'W/"1"',
  '*',
  '"',
  `"${'x'.repeat(8_000)}"`,
  Array.from({ length: 1_000 }, (_, at) => `"${at}"`).join(','),
]
const KEYS = ['one', 'two', '"', `${'k'.repeat(255)}`, 'k'.repeat(5_000)]
const REPEATED = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'x-api-key',
  'accept',
  'x-forwarded-for',
]

/** Headers that any request can have. */
const moreHeaders = (draw: Draw): readonly Header[] => [
  ...(draw.isLucky(10)
    ? [['idempotency-key', draw.isLucky(50) ? `key-${draw.integer(1, 1e9)}` : draw.pick(KEYS)] as const]
    : []),
  ...(draw.isLucky(8) ? [['if-match', draw.pick(IF_MATCH)] as const] : []),
  ...(draw.isLucky(4)
    ? [
        ['x-repeated', 'x'] as const,
        ...Array.from({ length: draw.pick([2, 50]) }, () => [draw.pick(REPEATED), 'x'] as const),
      ]
    : []),
  ...(draw.isLucky(4)
    ? [
        [
          'accept',
          draw.pick([
            'text/html',
            'application/graphql-response+json',
            'x'.repeat(5_000),
            'a/b;q=0.1,'.repeat(800),
          ]),
        ] as const,
      ]
    : []),
]

/** The unchanged body, or the body in an encoding that its header names. */
const encodeBody = (draw: Draw, request: Made): Made => {
  if (request.body === undefined || !draw.isLucky(5)) return request
  const encoding = draw.pick(['gzip', 'gzip', 'deflate', 'br', 'identity', 'x, gzip'])
  const body = draw.pick([
    () => gzipSync(request.body ?? ''),
    () => gzipSync(Buffer.alloc(draw.size(1_000_000) * 20)),
    () => request.body,
  ])()
  return { ...request, body, headers: [...request.headers, ['content-encoding', encoding]] }
}

export type Generate = (place: number) => GeneratedRequest

/** The request at each place of a seed. `largest` is the largest number of repetitions in a request. */
export const createGenerator = (seed: number, world: FuzzWorld, largest = Infinity): Generate => {
  const schema = createSchema()
  const source = { schema, roots: listRootFields(schema), world }
  const senders = world.senders.flatMap((sender) => Array.from({ length: sender.share }, () => sender))
  return (place) => {
    const { kind, turn } = turnAt(place)
    const draw = new Draw({ seed, place, turn, largest })
    const [, make] = KINDS[kind]
    const made = encodeBody(draw, make(draw, source))
    const sender = draw.pick(senders)
    return { kind, ...made, headers: [...made.headers, ...sender.headers, ...moreHeaders(draw)] }
  }
}
