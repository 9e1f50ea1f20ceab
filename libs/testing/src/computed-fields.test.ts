import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
/** The code of a later version of the service. */
let suffix = ''
const Card = record({
  name: 'Card',
  plural: 'cards',
  about,
  live: true,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, audit: { ADMIN: 'all' } },
  fields: {
    title: field.line(80, { about }),
    note: field.line(80, { about, optional: true, seenWith: 'audit' }),
  },
  computed: (on) => ({
    label: on(
      { kind: field.line(200), from: ['title'], stored: true, index: true },
      ({ title }) => `${title}!`,
    ),
    hint: on({ kind: field.line(200), from: ['note'], stored: true, optional: true }, ({ note }) => note),
    shout: on({ kind: field.line(200), from: ['title'] }, ({ title }) => title.toUpperCase() + suffix),
  }),
})
const Locked = record({
  name: 'Locked',
  plural: 'lockeds',
  about,
  fixed: true,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { title: field.line(80, { about }) },
  computed: (on) => ({
    label: on({ kind: field.line(200), from: ['title'], stored: true }, ({ title }) => `${title}!`),
    shout: on({ kind: field.line(200), from: ['title'] }, ({ title }) => title.toUpperCase()),
  }),
})
const Board = record({
  name: 'Board',
  single: true,
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { title: field.line(80, { about, initial: 'Welcome' }) },
  computed: (on) => ({
    label: on({ kind: field.line(200), from: ['title'], stored: true }, ({ title }) => `${title}'s board`),
  }),
})
const model = contentModel([...builtInModel.types, Card, Locked, Board])

describe('C16.2 computed fields over HTTP', () => {
  let service: TestService<string>
  beforeAll(async () => {
    service = await startService({
      content: { model },
      seed: async ({ record }) => (await record(Card, { title: 'One', note: 'n' })).id,
    })
  })
  afterAll(() => service.stop())

  const readAs = async (caller = service.anonymous, headers = {}) =>
    caller.rest<Record<string, unknown>>('GET', `/api/cards/${service.seeded}`, { headers })

  it('are computed for the records of a seed, which cannot give them', async () => {
    expect((await readAs()).body).toMatchObject({ label: 'One!', hint: null, shout: 'ONE' })
    expect((await readAs(service.as('ADMIN'))).body).toMatchObject({ hint: 'n' })
    const seed = () =>
      startService({
        content: { model },
        seed: ({ record }) => record(Card, { title: 'One', label: 'x' } as never),
      })
    await expect(seed()).rejects.toThrow('label is no field that a seed can set')
  })

  it('are in the ETag, so that no cache keeps a value of other code; If-Match compares the version', async () => {
    const first = await readAs()
    const etag = first.headers.get('etag') ?? ''
    expect((await readAs(service.anonymous, { 'if-none-match': etag })).status).toBe(304)
    suffix = '?'
    try {
      // A read of which the service has the answer already shares it.
      const second = await readAs(service.anonymous, { 'if-none-match': etag })
      expect([second.status, second.body['shout']]).toEqual([200, 'ONE?'])
      const headers = { 'if-match': etag }
      const path = `/api/cards/${service.seeded}`
      const changed = await service.as('EDITOR').rest('PATCH', path, { headers, body: { title: 'Two' } })
      expect([changed.status, changed.body]).toMatchObject([
        200,
        { label: 'Two!', shout: 'TWO?', version: 2 },
      ])
    } finally {
      suffix = ''
    }
  })

  it('belong to fixed types and to types with one record, too', async () => {
    const editor = service.as('EDITOR')
    const { body } = await editor.rest<{ id: string }>('POST', '/api/lockeds', { body: { title: 'Key' } })
    const shown = { label: 'Key!', shout: 'KEY' }
    expect(body).toMatchObject(shown)
    expect((await service.anonymous.rest('GET', `/api/lockeds/${body.id}`)).body).toMatchObject(shown)
    expect((await service.anonymous.graphql('{ board { label } }')).data).toEqual({
      board: { label: `Welcome's board` },
    })
    const change = 'mutation { updateBoard(input: { title: "Ada" }) { label } }'
    expect((await editor.graphql(change)).data).toEqual({ updateBoard: { label: `Ada's board` } })
  })

  it('C12.16 follow the rights of now in the replay of a write', async () => {
    const headers = { 'idempotency-key': '"a-key-of-sixteen-characters"' }
    const create = () =>
      service.as('ADMIN').rest<Record<string, unknown>>('POST', '/api/cards', {
        headers,
        body: { title: 'Again', note: 'n' },
      })
    const [one, two] = [await create(), await create()]
    expect([one.status, two.status, two.body]).toMatchObject([201, 201, { hint: 'n', shout: 'AGAIN' }])
    const { data } = await service.anonymous.graphql<{ cards: object[] }>(
      '{ cards(orderBy: [{ field: LABEL }]) { label hint } }',
    )
    expect(data?.cards).toEqual([
      { label: 'Again!', hint: null },
      { label: 'Two!', hint: null },
    ])
  })
})
