import { builtInModel, contentModel, field, record } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'
import { JWT_SECRET } from '../support/service.ts'

const about = 'A test.'
const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about,
  allowed: {
    read: { GUEST: (venue) => venue.isOpen.eq(true), ADMIN: 'all' },
    write: { ADMIN: 'all' },
  },
  fields: { name: field.line(80, { about }), isOpen: field.flag({ about, initial: true }) },
})
const Walk = record({
  name: 'Walk',
  plural: 'walks',
  about,
  revisions: true,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, audit: { ADMIN: 'all' } },
  fields: {
    title: field.line(80, { about }),
    story: field.markdown(200_000, { about, optional: true }),
    price: field.decimal(6, 2, { about, optional: true }),
    day: field.date({ about, optional: true }),
    level: field.choice(['EASY', 'HARD'], { about, optional: true }),
    note: field.line(80, { about, optional: true, seenWith: 'audit' }),
    venue: field.one(Venue, { about, optional: true }),
    venues: field.many(Venue, { about, ordered: true, inverse: 'walks' }),
    body: field.blocks(
      { place: { venue: field.one(Venue, { about, optional: true }), text: field.line(80, { about }) } },
      { about },
    ),
    guide: field.owner({ about, inverse: 'walks' }),
  },
})
const Site = record({
  name: 'Site',
  single: true,
  about,
  revisions: true,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: { motto: field.line(80, { about, optional: true }) },
})
const model = contentModel([...builtInModel.types, Venue, Walk, Site])

describe('C17.3 the revisions of declared types, over both interfaces', { timeout: 60_000 }, () => {
  let service: ModelService
  let editor: string
  let open: string
  let shut: string
  const send = async (method: string, path: string, body?: unknown, as?: string | null) =>
    service.send(method, path, body, as)
  const create = async (path: string, values: object): Promise<string> => {
    const { status, body } = await send('POST', `/api/${path}`, values)
    expect([status, body]).toEqual([201, expect.anything()])
    return body.id
  }
  beforeAll(async () => {
    service = await startModel('walks', model)
    const id = String(await create('users', { name: 'Edith', email: 'edith@example.org' }))
    await service.ask('mutation ($id: ID!) { updateUser(input: { id: $id, role: EDITOR }) { id } }', { id })
    editor = `Bearer ${jwt.sign({ sub: id }, JWT_SECRET, { expiresIn: '15m' })}`
    open = await create('venues', { name: 'Open' })
    shut = await create('venues', { name: 'Shut', isOpen: false })
  })
  afterAll(() => service.stop())

  const first = () => ({
    title: 'First',
    story: 'A long story.',
    price: '12.50',
    day: '2027-01-31',
    level: 'HARD',
    note: 'For the auditor.',
    venueId: shut,
    venueIds: [open, shut],
    body: [{ type: 'place', key: 'a', venueId: shut, text: 'Here.' }],
  })
  const CHANGE = {
    title: 'Second',
    story: null,
    price: null,
    day: null,
    level: null,
    note: null,
    venueId: null,
  }
  const walk = async () => {
    const id = await create('walks', first())
    await send('PATCH', `/api/walks/${id}`, { ...CHANGE, venueIds: [], body: [] })
    const { body } = await send('GET', `/api/walks/${id}/revisions`)
    return { id, at: `/api/walks/${id}/revisions`, revision: body[0].id as string }
  }

  it('lists them without long texts and ids of lists, and shows one with all that the caller may see', async () => {
    const { at, revision } = await walk()
    const listed = (await send('GET', at)).body[0]
    expect(listed).toMatchObject({
      title: 'First',
      price: '12.50',
      day: '2027-01-31',
      level: 'HARD',
      venueId: shut,
    })
    expect(Object.keys(listed)).not.toEqual(expect.arrayContaining(['story']))
    expect((await send('GET', `${at}/${revision}`)).body).toMatchObject({
      ...first(),
      venue: { id: shut, name: 'Shut' },
      editor: { id: expect.any(String) },
      createdAt: expect.any(String),
      guide: { id: expect.any(String) },
    })
    expect((await send('GET', `${at}/${revision}`, undefined, editor)).body).toMatchObject({
      ...first(),
      note: null,
      venueId: null,
      venue: null,
      venueIds: [open],
      body: [{ type: 'place', key: 'a', venueId: null, text: 'Here.' }],
    })
  })

  const SELECTION = `id title price level note createdAt editor { name } guide { name }
    venue { name } venues { name } body { ... on WalkBodyPlace { key text venue { name } } }`
  const read = async (id: string, as?: string | null) => {
    const { data } = await service.ask(
      `{ walk(id: "${id}") { revisions(limit: 5) { ${SELECTION} } } }`,
      {},
      as,
    )
    return data.walk.revisions
  }

  it('shows the same in GraphQL, and null to a caller who may not write', async () => {
    const { id, revision } = await walk()
    const seen = {
      id: revision,
      title: 'First',
      price: '12.50',
      level: 'HARD',
      editor: { name: expect.any(String) },
    }
    expect(await read(id)).toMatchObject([
      {
        ...seen,
        note: 'For the auditor.',
        venue: { name: 'Shut' },
        venues: [{ name: 'Open' }, { name: 'Shut' }],
        body: [{ key: 'a', text: 'Here.', venue: { name: 'Shut' } }],
      },
    ])
    expect(await read(id, editor)).toMatchObject([
      { ...seen, note: null, venue: null, venues: [{ name: 'Open' }], body: [{ key: 'a', venue: null }] },
    ])
    expect(await read(id, null)).toBeNull()
  })

  it('restores over both interfaces what the caller sees', async () => {
    const { id, at, revision } = await walk()
    const restored = await send('POST', `${at}/${revision}/restoration`, undefined, editor)
    expect(restored).toMatchObject({
      status: 200,
      body: {
        title: 'First',
        story: 'A long story.',
        price: '12.50',
        venueId: null,
        venueIds: [open],
        version: 3,
      },
    })
    expect((await send('GET', `/api/walks/${id}`)).body).toMatchObject({ note: null, venueId: null })
    const { data } = await service.ask(
      `mutation { restoreWalkRevision(id: "${revision}") { title note venue { name } venues { name } version } }`,
    )
    expect(data.restoreWalkRevision).toEqual({
      title: 'First',
      note: 'For the auditor.',
      venue: { name: 'Shut' },
      venues: [{ name: 'Open' }, { name: 'Shut' }],
      version: 4,
    })
  })

  it('refuses others, and ids of other records', async () => {
    const [{ id, at, revision }, other] = [await walk(), await walk()]
    const restore = (path: string, as?: string | null) =>
      send('POST', `${path}/${revision}/restoration`, undefined, as)
    const answers = [
      await send('GET', at, undefined, null),
      await restore(at, null),
      await send('GET', `${other.at}/${revision}`),
      await restore(other.at),
      await restore(`/api/articles/${id}/revisions`),
      await send('GET', `/api/walks/no-id/revisions`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 404, 404, 404])
    const { errors } = await service.ask(`mutation { restoreRevision(id: "${revision}") { id } }`)
    expect(errors[0].extensions.code).toBe('NOT_FOUND')
  })

  it('tells the action and the option', async () => {
    const { id } = await walk()
    const words = async (as?: string | null) =>
      (await send('GET', `/api/walks/${id}/actions`, undefined, as)).body
    expect([await words(editor), await words(null)]).toEqual([['delete', 'restoreRevision', 'update'], []])
    const { types } = (await send('GET', '/api/model')).body
    const told = types.map(({ name, revisions }: { name: string; revisions: boolean }) => [name, revisions])
    expect(Object.fromEntries(told)).toMatchObject({ Article: true, Walk: true, Site: true, Venue: false })
  })

  it('C14.4 keeps the earlier versions of the record of a single type', async () => {
    await send('PATCH', '/api/site', { motto: 'Old' })
    await send('PATCH', '/api/site', { motto: 'New' })
    const [{ id, motto }] = (await send('GET', '/api/site/revisions')).body
    expect(motto).toBe('Old')
    expect((await send('GET', `/api/site/revisions/${id}`)).body).toMatchObject({ motto: 'Old' })
    const restored = await send('POST', `/api/site/revisions/${id}/restoration`)
    expect(restored).toMatchObject({ status: 200, body: { motto: 'Old' } })
    const { data } = await service.ask('{ site { revisions { motto } } }')
    expect(data.site.revisions).toMatchObject([{ motto: 'New' }, { motto: 'Old' }, { motto: null }])
  })
})
