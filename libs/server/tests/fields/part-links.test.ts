import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtInModel, contentModel, field, record, User } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runCommandHere } from '../support/processes/run-command.ts'
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
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about }),
    begin: field.group(
      { venue: field.one(Venue, { about, optional: true }), note: field.line(80, { about, optional: true }) },
      { about },
    ),
    stops: field.list(
      field.group(
        {
          venue: field.one(Venue, { about }),
          leader: field.one(User, { about, optional: true }),
          note: field.line(80, { about, optional: true }),
        },
        { about },
      ),
      { about },
    ),
    body: field.blocks(
      {
        place: { venue: field.one('Venue', { about, optional: true }), text: field.line(80, { about }) },
        next: { walk: field.one('self', { about, onDelete: 'cascade' }) },
        row: {
          places: field.list(field.group({ venue: field.one(Venue, { about, optional: true }) }, { about }), {
            about,
          }),
        },
      },
      { about },
    ),
  },
})
const model = contentModel([...builtInModel.types, Venue, Walk])
const UNKNOWN = '01a00000-0000-7000-8000-000000000000'

describe('C16.1 links in parts on PostgreSQL', { timeout: 60_000 }, () => {
  let service: ModelService
  let editor: { readonly id: string; readonly as: string }

  const send = async (method: string, path: string, body?: unknown, as?: string | null) => {
    const sent = await service.send(method, path, body, as)
    expect([method, path, sent.status, sent.body]).toEqual([method, path, expect.any(Number), sent.body])
    return sent
  }
  const create = async (path: string, values: object): Promise<string> => {
    const { status, body } = await send('POST', `/api/${path}`, values)
    expect([status, body]).toEqual([201, expect.anything()])
    return body.id
  }
  const addVenue = (name: string, isOpen = true): Promise<string> => create('venues', { name, isOpen })
  const addWalk = (values: object): Promise<string> => create('walks', { title: 'Walk', ...values })
  const read = async (id: string, as?: string | null) =>
    (await send('GET', `/api/walks/${id}`, undefined, as)).body
  const listProblems = async (method: string, path: string, body: object, as?: string | null) => {
    const sent = await send(method, path, body, as)
    return [
      sent.status,
      sent.body.errors?.map(
        ({ pointer, message }: { pointer: string; message: string }) => `${pointer} ${message}`,
      ),
    ]
  }

  beforeAll(async () => {
    service = await startModel('walks', model)
    const id = String(await create('users', { name: 'Edith', email: 'edith@example.org' }))
    await service.ask('mutation ($id: ID!) { updateUser(input: { id: $id, role: EDITOR }) { id } }', { id })
    editor = { id, as: `Bearer ${jwt.sign({ sub: id }, JWT_SECRET, { expiresIn: '15m' })}` }
  })
  afterAll(() => service.stop())

  it('show the records to which they lead, in both interfaces', async () => {
    const [park, inn] = [await addVenue('Park'), await addVenue('Inn')]
    const id = await addWalk({
      begin: { venueId: park },
      stops: [
        { key: 'a', venueId: inn, leaderId: editor.id },
        { key: 'b', venueId: park },
      ],
      body: [
        { type: 'place', key: 'p', text: 'Here.', venueId: inn },
        { type: 'row', key: 'r', places: [{ key: '1', venueId: park }, { key: '2' }] },
      ],
    })
    expect(await read(id)).toMatchObject({
      begin: { venueId: park, note: null },
      stops: [
        { key: 'a', venueId: inn, leaderId: editor.id, note: null },
        { key: 'b', venueId: park, leaderId: null, note: null },
      ],
      body: [
        { type: 'place', key: 'p', text: 'Here.', venueId: inn },
        {
          type: 'row',
          key: 'r',
          places: [
            { key: '1', venueId: park },
            { key: '2', venueId: null },
          ],
        },
      ],
    })
    const document = `query ($id: ID!) { walk(id: $id) {
      begin { venue { name } }
      stops { key venue { name } leader { name } again: venue { id } }
      body { __typename
        ... on WalkBodyPlace { text venue { name } }
        ... on WalkBodyRow { places { venue { name isOpen } } more: places { key venue { id } } } }
      two: body { ... on WalkBodyPlace { venue { isOpen } } }
    } }`
    const { data, errors } = await service.ask(document, { id }, null)
    expect(errors).toBeUndefined()
    expect(data.walk).toEqual({
      begin: { venue: { name: 'Park' } },
      stops: [
        { key: 'a', venue: { name: 'Inn' }, leader: { name: 'Edith' }, again: { id: inn } },
        { key: 'b', venue: { name: 'Park' }, leader: null, again: { id: park } },
      ],
      body: [
        { __typename: 'WalkBodyPlace', text: 'Here.', venue: { name: 'Inn' } },
        {
          __typename: 'WalkBodyRow',
          places: [{ venue: { name: 'Park', isOpen: true } }, { venue: null }],
          more: [
            { key: '1', venue: { id: park } },
            { key: '2', venue: null },
          ],
        },
      ],
      two: [{ venue: { isOpen: true } }, {}],
    })
  })

  it('are set over GraphQL, and its answer shows them', async () => {
    const park = await addVenue('Park')
    const { data, errors } = await service.ask(
      `mutation ($input: CreateWalkInput!) { createWalk(input: $input) {
        id begin { venue { name } } stops { venue { name } } body { ... on WalkBodyPlace { venue { name } } } } }`,
      {
        input: {
          title: 'W',
          begin: { venueId: park },
          stops: [{ venueId: park }],
          body: [{ place: { text: 'x', venueId: park } }],
        },
      },
    )
    expect([errors, data?.createWalk]).toEqual([
      undefined,
      {
        id: expect.anything(),
        begin: { venue: { name: 'Park' } },
        stops: [{ venue: { name: 'Park' } }],
        body: [{ venue: { name: 'Park' } }],
      },
    ])
    const changed = await service.ask(
      `mutation ($id: ID!) { updateWalk(input: { id: $id, begin: { venueId: null } }) { begin { venue { name } note } } }`,
      { id: data.createWalk.id },
    )
    expect(changed.data).toEqual({ updateWalk: { begin: { venue: null, note: null } } })
  })

  it('refuse ids of nothing, of what the caller may not read, and of the record itself, each in its place', async () => {
    const [park, secret] = [await addVenue('Park'), await addVenue('Secret', false)]
    const wrong = {
      title: 'W',
      begin: { venueId: UNKNOWN },
      stops: [{ venueId: park, leaderId: '999999' }, { venueId: secret }, {}],
      body: [
        { type: 'row', places: [{ venueId: secret }, { venueId: 'x' }] },
        { type: 'next', walkId: UNKNOWN },
      ],
    }
    expect(await listProblems('POST', '/api/walks', wrong, editor.as)).toEqual([
      422,
      ['/body/0/places/1/venueId there is no venue with this id'],
    ])
    wrong.body.shift()
    expect(await listProblems('POST', '/api/walks', wrong, editor.as)).toEqual([
      422,
      [
        '/begin/venueId there is no venue with this id',
        '/stops/1/venueId there is no venue with this id',
        '/stops/0/leaderId there is no user with this id',
        '/body/0/walkId there is no walk with this id',
      ],
    ])
    expect(await listProblems('POST', '/api/walks', { title: 'W', stops: [{}] }, editor.as)).toEqual([
      422,
      ['/stops/0/venueId is missing'],
    ])
    const id = await addWalk({})
    expect(await listProblems('PATCH', `/api/walks/${id}`, { body: [{ type: 'next', walkId: id }] })).toEqual(
      [422, ['/body/0/walkId must not be the walk itself']],
    )
    for (const venueId of [5, true, {}, [], '', `${park}\0`, '__proto__', 'x'.repeat(10_000)])
      expect((await send('POST', '/api/walks', { title: 'W', begin: { venueId } })).status).toBe(422)
  })

  it('are null for a caller who may not read the record, and stay when their part comes back', async () => {
    const [park, secret] = [await addVenue('Park'), await addVenue('Secret', false)]
    const id = await addWalk({
      begin: { venueId: secret },
      stops: [
        { key: 'a', venueId: secret },
        { key: 'b', venueId: park },
      ],
      body: [{ type: 'place', key: 'p', text: 'x', venueId: secret }],
    })
    const seen = await read(id, editor.as)
    expect([seen.begin.venueId, seen.stops.map((stop: { venueId: unknown }) => stop.venueId)]).toEqual([
      null,
      [null, park],
    ])
    const [listed] = (await send('GET', `/api/walks?sort=-createdAt&limit=1`, undefined, null)).body
    expect(listed.body[0].venueId).toBeNull()
    const { data } = await service.ask(
      `query ($id: ID!) { walk(id: $id) { stops { venue { name } } body { ... on WalkBodyPlace { venue { name } } } } }`,
      { id },
      editor.as,
    )
    expect(data.walk).toEqual({
      stops: [{ venue: null }, { venue: { name: 'Park' } }],
      body: [{ venue: null }],
    })
    const [first, second] = seen.stops
    const sent = await send(
      'PATCH',
      `/api/walks/${id}`,
      {
        begin: { venueId: null, note: 'n' },
        stops: [second, { ...first, note: 'new' }],
        body: [{ type: 'place', key: 'p', text: 'y' }],
      },
      editor.as,
    )
    expect(sent.status).toBe(200)
    expect(await read(id)).toMatchObject({
      begin: { venueId: secret, note: 'n' },
      stops: [
        { key: 'b', venueId: park },
        { key: 'a', venueId: secret, note: 'new' },
      ],
      body: [{ venueId: secret, text: 'y' }],
    })
    // Another type of block, or another key, is another part.
    await send('PATCH', `/api/walks/${id}`, { body: [{ type: 'row', key: 'p', places: [] }] }, editor.as)
    expect((await read(id)).body).toEqual([{ type: 'row', key: 'p', places: [] }])
    expect(
      await listProblems('PATCH', `/api/walks/${id}`, { stops: [{ ...first, key: 'c' }] }, editor.as),
    ).toEqual([422, ['/stops/0/venueId is missing']])
    await send('PATCH', `/api/walks/${id}`, { begin: { venueId: park } }, editor.as)
    expect((await read(id)).begin.venueId).toBe(park)
  })

  it('end with the record to which they lead: the part goes, or keeps the rest', async () => {
    const [park, inn] = [await addVenue('Park'), await addVenue('Inn')]
    const id = await addWalk({
      begin: { venueId: park, note: 'n' },
      stops: [
        { key: 'a', venueId: park },
        { key: 'b', venueId: inn },
      ],
      body: [
        { type: 'place', key: 'p', text: 'x', venueId: park },
        { type: 'row', key: 'r', places: [{ key: '1', venueId: park }] },
      ],
    })
    const { version } = await read(id)
    expect((await send('DELETE', `/api/venues/${park}`)).status).toBe(204)
    expect(await read(id)).toMatchObject({
      version: version + 1,
      begin: { venueId: null, note: 'n' },
      stops: [{ key: 'b', venueId: inn }],
      body: [
        { key: 'p', text: 'x', venueId: null },
        { key: 'r', places: [{ key: '1', venueId: null }] },
      ],
    })
    const [event] = await service.query(
      `select type, data->'begin' as begin, data->'.changed'->'names' as names from events
        where resource = 'walks' order by position desc limit 1`,
    )
    expect(event).toEqual({
      type: 'walk.updated',
      begin: { venueId: null, note: 'n' },
      names: ['begin', 'stops', 'body'],
    })
    const rows = await service.query(
      `select linked_id from walks_parts_venues where record_id = '${id}' order by 1`,
    )
    expect(rows).toEqual([{ linked_id: inn }])
    expect((await send('DELETE', `/api/walks/${id}`)).status).toBe(204)
  })

  it('end in all records that link, of which a few are in the memory at once', async () => {
    const park = await addVenue('Park')
    const first = await addWalk({ title: 'Many', begin: { venueId: park } })
    await service.query(
      `with more as (insert into walks (id, title, "begin", stops, body, version, created_at, updated_at)
        select gen_random_uuid(), title, "begin", stops, body, version, created_at, updated_at
        from walks, generate_series(1, 44) where id = '${first}' returning id)
      insert into walks_parts_venues (record_id, linked_id, place) select id, '${park}', 1 from more`,
    )
    expect((await send('DELETE', `/api/venues/${park}`)).status).toBe(204)
    const [found] = await service.query(`select count(*)::int as walks,
      count(*) filter (where "begin"->'venueId' = 'null' and version = 2)::int as cleared,
      (select count(*)::int from events where type = 'walk.updated' and data->>'title' = 'Many') as events
      from walks where title = 'Many'`)
    expect(found).toEqual({ walks: 45, cleared: 45, events: 45 })
    await service.query(`delete from walks where title = 'Many'`)
  })

  it('refuse a line that leads to nothing, and leave out the part that needs its link', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'links-')), 'content.ndjson')
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    const lines = [
      { type: 'walk', ref: 'lost', title: 'Lost', stops: [{ key: 'a', venue: 'nowhere' }] },
      {
        type: 'walk',
        ref: 'alone',
        title: 'Alone',
        body: [
          { type: 'next', key: 'n', walk: 'nowhere' },
          { type: 'place', key: 'p', text: 'x' },
        ],
      },
    ]
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    expect((await runCommandHere(['import', file], service.environment, { model })).code).toBe(1)
    const rejects = readFileSync(`${file}.rejects.ndjson`, 'utf8')
    expect(rejects).toContain('stops.0.venue: there is no venue')
    expect(rejects).toContain('body.0.walk: there is no walk')
    const found = await service.query(`select title, body from walks where ref in ('lost', 'alone')`)
    expect(found).toEqual([{ title: 'Alone', body: [{ type: 'place', key: 'p', text: 'x', venueId: null }] }])
  })

  it('leave in exports as names, and come in imports, also those to later lines', async () => {
    const park = await addVenue('Park')
    const first = await addWalk({ begin: { venueId: park } })
    const values = {
      stops: [{ key: 'a', venueId: park, leaderId: editor.id }],
      body: [{ type: 'next', key: 'n', walkId: first }],
    }
    const second = await addWalk(values)
    // Each leads to the other.
    await send('PATCH', `/api/walks/${first}`, { body: [{ type: 'next', key: 'n', walkId: second }] })
    const file = join(mkdtempSync(join(tmpdir(), 'links-')), 'content.ndjson')
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    const run = (...args: readonly string[]) => runCommandHere(args, service.environment, { model })
    expect(await run('export', file)).toMatchObject({ code: 0 })
    const before = [await read(first), await read(second)]
    expect(await run('import', file)).toMatchObject({ code: 0 })
    expect([await read(first), await read(second)]).toEqual(before)
    await service.query(`delete from walks`)
    expect(await run('import', file)).toMatchObject({ code: 0 })
    expect(await read(second)).toMatchObject(values)
    expect((await read(first)).body).toEqual([{ type: 'next', key: 'n', walkId: second }])
    const [{ count } = {}] = await service.query(`select count(*)::int as count from walks_parts_walks`)
    expect(count).toBe(2)
    expect((await run('types', 'check')).code).toBe(0)
    expect((await run('check')).errors).toBe('')
  })
})
