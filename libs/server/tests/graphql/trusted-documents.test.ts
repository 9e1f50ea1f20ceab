import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { readTrustedDocuments } from '../../src/composition/trusted-documents.ts'

const DOCUMENT = 'query Names { users { username } }'
const OTHER = '{ currentUser { id } }'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const createExtensions = (hash: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
})

let folder: string
let [open, closed]: TestService[] = []
const file = async (content: unknown): Promise<string> => {
  const path = join(folder, `${sha256(JSON.stringify(content)).slice(0, 8)}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  const trusted = await file({ [sha256(DOCUMENT)]: DOCUMENT })
  open = await startTestService()
  closed = await startTestService('PostgreSQL', {
    TRUSTED_DOCUMENTS: 'require',
    TRUSTED_DOCUMENTS_FILE: trusted,
  })
}, 60_000)
afterAll(async () => {
  await Promise.all([open, closed].map((service) => service?.stop()))
  await rm(folder, { recursive: true, force: true })
})

const post = async (service: TestService | undefined, body: object) => {
  const answer = await service?.call('POST', '/graphql', { body })
  return { status: answer?.status, data: answer?.body.data, code: answer?.body.errors?.[0].extensions.code }
}

describe('C5.9 clients register documents by their hash', () => {
  it.each([7, true, 'x', [], {}, { sha256Hash: 7 }, { sha256Hash: null }, { sha256Hash: ['x'] }])(
    'persistedQuery %j is BAD_REQUEST, with a document and without one',
    async (persistedQuery) => {
      for (const document of [{}, { query: OTHER }])
        expect(await post(open, { ...document, extensions: { persistedQuery } })).toMatchObject({
          status: 400,
          code: 'BAD_REQUEST',
        })
      const extensions = encodeURIComponent(JSON.stringify({ persistedQuery }))
      const get = await open?.call('GET', `/graphql?query={__typename}&extensions=${extensions}`)
      expect(get?.status).toBe(400)
    },
  )

  it('a null persistedQuery counts as absent', async () => {
    const body = { query: '{ __typename }', extensions: { persistedQuery: null } }
    expect((await post(open, body)).data).toEqual({ __typename: 'Query' })
  })

  it('an unknown hash is PERSISTED_QUERY_NOT_FOUND, and a request with its text registers it', async () => {
    const hash = createExtensions(sha256(OTHER))
    expect(await post(open, hash)).toMatchObject({ status: 400, code: 'PERSISTED_QUERY_NOT_FOUND' })
    expect((await post(open, { query: OTHER, ...hash })).data).toEqual({ currentUser: { id: '2' } })
    expect((await post(open, hash)).data).toEqual({ currentUser: { id: '2' } })
  })

  it('works over GET, so that caches can store the response', async () => {
    await post(open, { query: DOCUMENT, ...createExtensions(sha256(DOCUMENT)) })
    const extensions = encodeURIComponent(JSON.stringify(createExtensions(sha256(DOCUMENT)).extensions))
    const { body } = (await open?.call('GET', `/graphql?extensions=${extensions}`)) ?? {}
    expect(body.data.users).toContainEqual({ username: 'admin' })
  })

  it('a hash that differs from that of the text is BAD_REQUEST, and is not registered', async () => {
    const wrong = createExtensions(sha256('something else'))
    expect(await post(open, { query: OTHER, ...wrong })).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await post(open, wrong)).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' })
  })
})

describe('C5.9 TRUSTED_DOCUMENTS=require', () => {
  it('runs the documents of the file, by hash or by text', async () => {
    for (const body of [createExtensions(sha256(DOCUMENT)), { query: DOCUMENT }])
      expect((await post(closed, body)).data.users).toContainEqual({ username: 'admin' })
  })

  it.each([OTHER, '{ __schema { types { name } } }', `${DOCUMENT} `])(
    'runs no other document: %s',
    async (query) => {
      for (const body of [
        { query },
        { query, ...createExtensions(sha256(query)) },
        createExtensions(sha256(query)),
      ])
        expect(await post(closed, body)).toMatchObject({ status: 400, code: 'PERSISTED_QUERY_NOT_FOUND' })
    },
  )

  it('GraphiQL is off, and the schema is still served', async () => {
    const page = await closed?.call('GET', '/graphql', { headers: { accept: 'text/html' } })
    expect(page?.headers.get('content-type')).not.toContain('text/html')
    expect((await closed?.call('GET', '/graphql/schema.graphql'))?.status).toBe(200)
  })
})

describe('C10.2 TRUSTED_DOCUMENTS_FILE', () => {
  const read = (path: string) =>
    readTrustedDocuments({ trustedDocuments: 'require', trustedDocumentsFile: path })

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /cannot read .* as JSON/],
    ['no object', [DOCUMENT], /must be a JSON object/],
    ['a document that is none', { [sha256(DOCUMENT)]: 7 }, /must be the text/],
    ['a hash that disagrees', { [sha256(OTHER)]: DOCUMENT }, /SHA-256/],
  ])('with %s prevents the start, with advice', async (_, content, message) => {
    const path = await file(content)
    expect(() => read(path)).toThrow(message)
  })

  it.each([
    ['/no/such/file', 'The file /no/such/file (TRUSTED_DOCUMENTS_FILE) does not exist.'],
    [tmpdir(), `The file ${tmpdir()} (TRUSTED_DOCUMENTS_FILE) is a folder and not a file.`],
  ])('%s prevents the start', (path, text) => expect(() => read(path)).toThrow(text))
})
