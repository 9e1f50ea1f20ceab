import { builtInModel, contentModel, field, record } from '@content-service/domain'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startModel, type ModelService, type Sent } from '../support/model-service.ts'
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
  drafts: true,
  live: true,
  allowed: {
    read: { GUEST: 'all' },
    write: { READER: 'own', EDITOR: 'all' },
    audit: { ADMIN: 'all' },
  },
  fields: {
    title: field.line(80, { about, search: 'A' }),
    story: field.markdown(200_000, { about, optional: true }),
    price: field.decimal(6, 2, { about, optional: true }),
    startsAt: field.time({ about, optional: true }),
    level: field.choice(['EASY', 'HARD'], { about, optional: true }),
    note: field.line(80, { about, optional: true, seenWith: 'audit' }),
    grade: field.integer(0, 9, { about, initial: 0, changedWith: 'audit' }),
    route: field.group(
      {
        metres: field.integer(0, 9_000, { about }),
        climb: field.integer(0, 9_000, { about, optional: true }),
        venue: field.one(Venue, { about, optional: true }),
      },
      { about, optional: true },
    ),
    facts: field.json({ schema: { type: 'object' }, about, optional: true }),
    venue: field.one(Venue, { about, optional: true }),
    venues: field.many(Venue, { about, ordered: true, inverse: 'walks' }),
    body: field.blocks(
      { place: { venue: field.one(Venue, { about, optional: true }), text: field.line(80, { about }) } },
      { about },
    ),
    stage: field.state(['DRAFT', 'OPEN'], {
      about,
      initial: { DRAFT: true },
      transitions: { DRAFT: { OPEN: 'write' }, OPEN: { DRAFT: 'write' } },
      published: 'OPEN',
    }),
    guide: field.owner({ about, inverse: 'walks' }),
  },
  check: (walk, previous) =>
    previous !== null && walk.title === 'Closed' ? [{ path: ['title'], message: 'is closed' }] : [],
})
const Site = record({
  name: 'Site',
  single: true,
  about,
  drafts: true,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: { motto: field.line(80, { about, optional: true }) },
})
const model = contentModel([...builtInModel.types, Venue, Walk, Site])

describe('C17.6 the drafts of declared types, over both interfaces', { timeout: 60_000 }, () => {
  let service: ModelService
  let eve: string
  let ben: string
  let open: string
  let shut: string
  const send = (method: string, path: string, body?: unknown, as?: string | null): Promise<Sent> =>
    service.send(method, path, body, as)
  const create = async (path: string, values: object, as?: string): Promise<string> => {
    const { status, body } = await send('POST', `/api/${path}`, values, as)
    expect([status, body]).toEqual([201, expect.anything()])
    return body.id
  }
  const person = async (username: string, role: string): Promise<string> => {
    const { data } = await service.ask(
      `mutation { createUser(input: { username: "${username}", email: "${username}@x.org", password: "walks and drafts 1", role: ${role} }) { id } }`,
    )
    return `Bearer ${jwt.sign({ sub: data.createUser.id }, JWT_SECRET, { expiresIn: '1h' })}`
  }
  const writeAddress = (id: string): string => `/api/walks/${id}/draft`
  const save = (id: string, values: object, as = eve): Promise<Sent> =>
    send('PATCH', writeAddress(id), values, as)
  const apply = (id: string, as = eve): Promise<Sent> =>
    send('POST', `${writeAddress(id)}/application`, undefined, as)
  const readWalk = async (id: string, as = eve) => (await send('GET', `/api/walks/${id}`, undefined, as)).body

  beforeAll(async () => {
    service = await startModel('drafts', model)
    eve = await person('eve', 'EDITOR')
    ben = await person('ben', 'EDITOR')
    open = await create('venues', { name: 'Hall' })
    shut = await create('venues', { name: 'Cellar', isOpen: false })
  }, 240_000)
  afterAll(() => service.stop())

  it('C17.6 saves, shows, merges, replaces, applies and discards a draft over REST', async () => {
    const id = await create('walks', { title: 'Hills' })
    expect((await send('GET', writeAddress(id), undefined, eve)).status).toBe(404)
    const first = await save(id, { title: 'Dunes', price: '12.50' })
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({
        baseVersion: 1,
        isStale: false,
        changes: ['title', 'price'],
        title: 'Dunes',
        price: '12.50',
        story: null,
        venueIds: null,
      }),
    ])
    const merged = await save(id, { startsAt: '2027-05-01T10:00:00+02:00', price: null })
    expect(merged.body).toMatchObject({
      changes: ['title', 'price', 'startsAt'],
      title: 'Dunes',
      price: null,
      startsAt: '2027-05-01T08:00:00.000Z',
      isStale: false,
    })
    expect(await readWalk(id)).toMatchObject({ title: 'Hills', version: 1, startsAt: null })
    const replaced = await send('PUT', writeAddress(id), { title: 'Fens', venueId: open }, eve)
    expect(replaced.body).toMatchObject({ changes: ['title', 'venueId'], venueId: open, startsAt: null })
    const applied = await apply(id)
    expect([applied.status, applied.body]).toEqual([
      200,
      expect.objectContaining({ title: 'Fens', venueId: open, version: 2 }),
    ])
    expect((await send('GET', writeAddress(id), undefined, eve)).status).toBe(404)
    expect((await apply(id)).status).toBe(404)
    await save(id, { title: 'Moor' })
    expect((await send('DELETE', writeAddress(id), undefined, eve)).status).toBe(204)
    expect((await send('DELETE', writeAddress(id), undefined, eve)).status).toBe(404)
    const revisions = await send('GET', `/api/walks/${id}/revisions`, undefined, eve)
    expect(revisions.body).toHaveLength(1)
  })

  it('C17.6 does the same over GraphQL, where a draft belongs to its user', async () => {
    const id = await create('walks', { title: 'Hills' })
    const mutation = `mutation ($id: ID!, $input: WalkDraftInput!, $base: Int) {
      saveWalkDraft(id: $id, input: $input, baseVersion: $base) { title draft {
        baseVersion changedAt isStale changes title price startsAt level story
        venue { name } venues { name } route { metres climb venue { name } } facts
        body { ... on WalkBodyPlace { key text venue { name } } }
      } availableActions } }`
    const input = {
      title: 'Dunes',
      startsAt: '2027-05-01T10:00:00Z',
      level: 'HARD',
      venueId: open,
      venueIds: [open],
      route: { metres: 3, venueId: open },
      facts: { a: [1] },
      body: [{ place: { text: 'Here', venueId: open } }],
    }
    const saved = await service.ask(mutation, { id, input, base: 1 }, eve)
    expect(saved).toEqual({
      data: {
        saveWalkDraft: {
          title: 'Hills',
          draft: {
            baseVersion: 1,
            changedAt: expect.any(String),
            isStale: false,
            changes: ['title', 'startsAt', 'level', 'route', 'facts', 'venueId', 'body', 'venueIds'],
            title: 'Dunes',
            price: null,
            story: null,
            startsAt: '2027-05-01T10:00:00.000Z',
            level: 'HARD',
            venue: { name: 'Hall' },
            venues: [{ name: 'Hall' }],
            route: { metres: 3, climb: null, venue: { name: 'Hall' } },
            facts: { a: [1] },
            body: [{ key: expect.any(String), text: 'Here', venue: { name: 'Hall' } }],
          },
          availableActions: expect.arrayContaining(['applyDraft', 'discardDraft', 'saveDraft']),
        },
      },
      extensions: expect.anything(),
    })
    const ask = `{ walk(id: "${id}") { draft { title } availableActions } }`
    expect((await service.ask(ask, {}, eve)).data.walk.draft).toEqual({ title: 'Dunes' })
    for (const other of [ben, null]) {
      const { data } = await service.ask(ask, {}, other)
      expect([data.walk.draft, data.walk.availableActions.includes('applyDraft')]).toEqual([null, false])
    }
    const walks = await service.ask('{ walks { draft { title isStale } } }', {}, eve)
    expect(walks.data.walks[0].draft).toEqual({ title: 'Dunes', isStale: false })
    const wrongBase = await service.ask(mutation, { id, input: { title: 'X' }, base: 2 }, eve)
    expect(wrongBase.errors[0].extensions.code).toBe('CONFLICT')
    const applied = await service.ask(
      `mutation { applyWalkDraft(id: "${id}") { title version draft { title } body { ... on WalkBodyPlace { text } } venues { name } route { metres venue { name } } } }`,
      {},
      eve,
    )
    expect(applied.data.applyWalkDraft).toEqual({
      title: 'Dunes',
      version: 2,
      draft: null,
      body: [{ text: 'Here' }],
      venues: [{ name: 'Hall' }],
      route: { metres: 3, venue: { name: 'Hall' } },
    })
    const discarded = await service.ask(`mutation { discardWalkDraft(id: "${id}") { id } }`, {}, eve)
    expect(discarded.errors[0].extensions.code).toBe('NOT_FOUND')
  })

  it('C17.6 a draft is stale if its fields differ now, and its application names them; a save renews them', async () => {
    const id = await create('walks', {
      title: 'Hills',
      startsAt: '2027-05-01T10:00:00.123Z',
      price: '1.00',
      venueIds: [open],
      facts: { b: 1, a: [{ d: 1, c: 2 }] },
      body: [{ type: 'place', key: 'a', venueId: open, text: 'Here.' }],
    })
    const walk = await readWalk(id)
    const { title, startsAt, price, venueIds, facts, body } = walk
    await save(id, { title, startsAt, price, venueIds, facts, body, story: 'Long.' })
    const isStale = async () => {
      const { data } = await service.ask(`{ walk(id: "${id}") { draft { isStale } } }`, {}, eve)
      const { body: shown } = await send('GET', writeAddress(id), undefined, eve)
      expect(data.walk.draft.isStale).toBe(shown.isStale)
      return shown.isStale
    }
    expect(await isStale()).toBe(false)
    await send('PATCH', `/api/walks/${id}`, { level: 'EASY', note: 'Other fields.', stage: 'OPEN' })
    expect(await isStale()).toBe(false)
    await send('PATCH', `/api/walks/${id}`, { price: '2.00', venueIds: [] })
    expect(await isStale()).toBe(true)
    const refused = await apply(id)
    expect([
      refused.status,
      refused.body.code,
      refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ]).toEqual([409, 'CONFLICT', ['/price', '/venueIds']])
    expect(refused.body.detail).toContain('price, venueIds')
    await save(id, { price: '3.00' })
    expect(await isStale()).toBe(true)
    await save(id, { venueIds: [] })
    expect(await isStale()).toBe(false)
    expect((await apply(id)).body).toMatchObject({
      price: '3.00',
      venueIds: [],
      story: 'Long.',
      level: 'EASY',
      stage: 'OPEN',
    })
  })

  it('C17.6 keeps the members of a group that the user has not sent as they are when the draft is applied', async () => {
    const id = await create('walks', { title: 'Hills', route: { metres: 1, climb: 2 } })
    await save(id, { route: { metres: 10 } })
    await send('PATCH', `/api/walks/${id}`, { route: { climb: 20 } })
    expect((await send('GET', writeAddress(id), undefined, eve)).body).toMatchObject({
      isStale: true,
      route: { metres: 10, climb: 20, venueId: null },
    })
    await save(id, { route: { venueId: open } })
    expect((await apply(id)).body.route).toEqual({ metres: 10, climb: 20, venueId: open })
    await save(id, { route: null })
    expect((await send('GET', writeAddress(id), undefined, eve)).body).toMatchObject({
      changes: ['route'],
      route: null,
    })
    expect((await save(id, { route: { climb: 1 } })).body.errors).toEqual([
      expect.objectContaining({ pointer: '/route/metres' }),
    ])
    await save(id, { route: { metres: 5 } })
    expect((await apply(id)).body.route).toEqual({ metres: 5, climb: null, venueId: null })
  })

  it('C17.6 checks types and sizes when it is saved, and rights and checks when it is applied', async () => {
    const id = await create('walks', { title: 'Hills' })
    for (const wrong of [
      { title: 'x'.repeat(81) },
      { title: null },
      { price: 1 },
      { level: 'NO' },
      { startsAt: 'soon' },
      { grade: 10 },
    ])
      expect((await save(id, wrong)).status).toBe(422)
    const large = { text: 'x'.repeat(600_000) }
    expect((await save(id, { facts: large })).status).toBe(200)
    expect((await save(id, { facts: { ...large, more: large } })).status).toBe(422)
    await send('PUT', writeAddress(id), { title: 'Closed', grade: 3 }, eve)
    expect((await apply(id)).status).toBe(403)
    await send('PUT', writeAddress(id), { title: 'Closed' }, eve)
    const refused = await apply(id)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/title'])
    expect((await send('GET', writeAddress(id), undefined, eve)).body.title).toBe('Closed')
    expect(await readWalk(id)).toMatchObject({ title: 'Hills', version: 1 })
  })

  it('C17.6 takes no state, version, owner, id and forms of lists, and no names of prototypes', async () => {
    const id = await create('walks', { title: 'Hills' })
    for (const member of [
      'stage',
      'version',
      'guideId',
      'guide',
      'id',
      'addVenueIds',
      'removeVenueIds',
      'userId',
      'recordId',
      'digests',
      'changes',
      'isStale',
      'deletedAt',
      'constructor',
    ])
      expect([member, (await save(id, { [member]: 1 })).status]).toEqual([member, 422])
    const raw = async (body: string) =>
      (
        await fetch(`${service.url}${writeAddress(id)}`, {
          method: 'PATCH',
          headers: { authorization: eve, 'content-type': 'application/json' },
          body,
        })
      ).status
    expect(await raw('{"__proto__":{"title":"x"}}')).toBe(422)
    expect(await raw(`{"facts":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`)).toBe(422)
    expect(await raw('{"title":"a\\u0000b"}')).toBe(422)
    expect(await raw(`{"facts":{"__proto__":{"a":1}}}`)).toBe(422)
    expect((await send('GET', writeAddress(id), undefined, eve)).status).toBe(404)
    for (const field of ['stage: OPEN', 'version: 1', 'id: "1"', 'addVenueIds: []'])
      expect(
        (await service.ask(`mutation { saveWalkDraft(id: "${id}", input: { ${field} }) { id } }`, {}, eve))
          .errors,
      ).toBeDefined()
  })

  it('C17.6 hides links and masked fields as the record does, and does not tell that they change', async () => {
    const id = await create('walks', {
      title: 'Hills',
      note: 'Secret',
      venueId: shut,
      venueIds: [shut, open],
      body: [{ type: 'place', key: 'a', venueId: shut, text: 'Here.' }],
    })
    await save(id, {
      note: 'Mine',
      venueId: shut,
      venueIds: [open, shut],
      body: [{ type: 'place', key: 'a', venueId: shut, text: 'There.' }],
    })
    const { body } = await send('GET', writeAddress(id), undefined, eve)
    expect(body).toMatchObject({
      note: null,
      venueId: null,
      venue: null,
      venueIds: [open],
      body: [{ venueId: null, text: 'There.' }],
    })
    const { data } = await service.ask(
      `{ walk(id: "${id}") { draft { note venue { name } venues { name } body { ... on WalkBodyPlace { venue { name } } } } } }`,
      {},
      eve,
    )
    expect(data.walk.draft).toEqual({
      note: null,
      venue: null,
      venues: [{ name: 'Hall' }],
      body: [{ venue: null }],
    })
    await send('PATCH', `/api/walks/${id}`, { note: 'Another secret', venueId: open })
    await send('PATCH', `/api/walks/${id}`, { venueId: shut, venueIds: [open] })
    expect((await send('GET', writeAddress(id), undefined, eve)).body.isStale).toBe(false)
    const unknown = '00000000-0000-7000-8000-000000000009'
    const refusals = []
    for (const venueId of [shut, unknown]) {
      await send('PUT', writeAddress(id), { venueId }, eve)
      const { status, body: problem } = await apply(id)
      refusals.push([status, problem.errors])
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]?.[0]).toBe(422)
  })

  it('C17.6 belongs to its user: others neither see, change nor guess it', async () => {
    const id = await create('walks', { title: 'Hills' })
    await save(id, { title: 'Of Eve' })
    await save(id, { title: 'Of Ben' }, ben)
    expect((await send('GET', writeAddress(id), undefined, eve)).body.title).toBe('Of Eve')
    expect((await send('GET', writeAddress(id), undefined, ben)).body.title).toBe('Of Ben')
    expect((await send('GET', writeAddress(id))).status).toBe(404)
    expect((await send('GET', writeAddress(id), undefined, null)).status).toBe(401)
    expect((await save(id, { title: 'x' }, null as never)).status).toBe(401)
    const rob = await person('rob', 'READER')
    expect((await save(id, { title: 'x' }, rob)).status).toBe(403)
    expect((await apply(id, rob)).status).toBe(403)
    expect((await send('DELETE', writeAddress(id), undefined, rob)).status).toBe(404)
    for (const missing of ['00000000-0000-7000-8000-000000000009', 'no-id'])
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE'])
        expect(
          (
            await send(
              method,
              writeAddress(missing),
              method.startsWith('P') ? { title: 'x' } : undefined,
              eve,
            )
          ).status,
        ).toBe(404)
    expect((await apply(id, ben)).body.title).toBe('Of Ben')
    expect((await apply(id)).status).toBe(409)
  })

  it('C17.6 tells of a draft in no list, count, search, event, revision or audit of another', async () => {
    const id = await create('walks', { title: 'Hills' })
    await save(id, { title: 'Zyzzyva', story: 'Zyzzyva' })
    const asked = [
      '{ searchAll(query: "zyzzyva") { nodes { __typename } } }',
      '{ walks(where: { title: { eq: "Zyzzyva" } }) { id } }',
      '{ walksConnection { totalCount { value } nodes { title story } } }',
      `{ walk(id: "${id}") { title story revisions { title } draft { title } } }`,
    ]
    for (const query of asked)
      expect(JSON.stringify(await service.ask(query, {}, ben))).not.toMatch(/Zyzzyva/i)
    expect(JSON.stringify((await send('GET', `/api/walks/${id}`, undefined, ben)).body)).not.toMatch(
      /Zyzzyva|draft"/,
    )
    const [events] = await service.query(
      `select count(*)::int as count from events where data::text like '%Zyzzyva%'`,
    )
    expect(events).toEqual({ count: 0 })
    const [words] = await service.query(
      `select count(*)::int as count from search_words where word like 'zyzzyva%'`,
    )
    expect(words).toEqual({ count: 0 })
    expect((await readWalk(id)).version).toBe(1)
    const audit = await service.query(
      `select action from audit_entries where resource_id = '${id}' order by id`,
    )
    expect(audit.map(({ action }) => action)).toEqual(['createWalk', 'saveWalkDraft'])
  })

  it('C17.6 applies a draft once, whatever runs at the same time', async () => {
    const id = await create('walks', { title: 'Hills' })
    await save(id, { title: 'Dunes', story: 'Twice?' })
    const all = await Promise.all(Array.from({ length: 20 }, () => apply(id)))
    const statuses = all.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
    expect(await readWalk(id)).toMatchObject({ version: 2 })
    for (let round = 0; round < 5; round += 1) {
      await save(id, { story: `Round ${round}` })
      const [saved, applied] = await Promise.all([save(id, { title: `Title ${round}` }), apply(id)])
      expect([saved.status, applied.status]).toEqual([200, 200])
      const { title, story } = await readWalk(id)
      expect(story).toBe(`Round ${round}`)
      const left = await send('GET', writeAddress(id), undefined, eve)
      expect(left.status === 404 ? title : left.body.title).toBe(`Title ${round}`)
      if (left.status === 200) expect(left.body).toMatchObject({ changes: ['title'] })
      await send('DELETE', writeAddress(id), undefined, eve)
    }
  })

  it('C17.6 serves single types without an id, and articles', async () => {
    const saved = await service.ask(
      'mutation { saveSiteDraft(input: { motto: "On." }, baseVersion: 1) { motto draft { motto changes } availableActions } }',
    )
    expect(saved.data.saveSiteDraft).toMatchObject({
      motto: null,
      draft: { motto: 'On.', changes: ['motto'] },
    })
    expect((await send('GET', '/api/site/draft')).body).toMatchObject({ motto: 'On.' })
    expect((await send('POST', '/api/site/draft/application')).body).toMatchObject({
      motto: 'On.',
      version: 2,
    })
    expect((await send('PATCH', '/api/site/draft', { motto: 'Off.' })).status).toBe(200)
    expect((await service.ask('mutation { applySiteDraft { motto } }')).data.applySiteDraft).toEqual({
      motto: 'Off.',
    })
    const article = await create('articles', { title: 'One', content: 'Text.' }, eve)
    const input = { title: 'Two', excerpt: 'Short.', tags: ['B'] }
    const mutation =
      'mutation ($id: ID!, $input: ArticleDraftInput!) { saveArticleDraft(id: $id, input: $input) { title draft { title excerpt tags content changes } } }'
    expect((await service.ask(mutation, { id: article, input }, eve)).data.saveArticleDraft).toEqual({
      title: 'One',
      draft: {
        title: 'Two',
        excerpt: 'Short.',
        tags: ['b'],
        content: null,
        changes: ['title', 'excerpt', 'tags'],
      },
    })
    const applied = await send('POST', `/api/articles/${article}/draft/application`, undefined, eve)
    expect([applied.status, applied.body]).toEqual([
      200,
      expect.objectContaining({ title: 'Two', excerpt: 'Short.', tags: ['b'], status: 'DRAFT' }),
    ])
  })

  it('C17.6 goes with its record and with its user', async () => {
    const id = await create('walks', { title: 'Hills' })
    const tim = await person('tim', 'EDITOR')
    await save(id, { title: 'Of Tim' }, tim)
    await save(id, { title: 'Of Eve' })
    const count = async () =>
      (
        await service.query(`select count(*)::int as count from record_drafts where record_id = '${id}'`)
      )[0]?.['count']
    expect(await count()).toBe(2)
    const { data } = await service.ask('{ currentUser { id } }', {}, tim)
    expect((await send('DELETE', `/api/users/${data.currentUser.id}`)).status).toBe(204)
    expect(await count()).toBe(1)
    await send('DELETE', `/api/walks/${id}`)
    expect(await count()).toBe(0)
  })

  it('C17.6 refuses more than DRAFTS_MAX drafts of a user, and counts one after the other', async () => {
    const max = await person('max', 'EDITOR')
    const { data } = await service.ask('{ currentUser { id } }', {}, max)
    const [first, ...others] = await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => create('walks', { title })),
    )
    await service.query(
      `insert into record_drafts select gen_random_uuid(), 'Walk', gen_random_uuid(), ${data.currentUser.id}, 1, now(), '{}', '{}' from generate_series(1, 198)`,
    )
    expect((await save(first ?? '', { title: 'x' }, max)).status).toBe(200)
    const more = await Promise.all(others.map((id) => save(id, { title: 'x' }, max)))
    expect(more.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await save(first ?? '', { title: 'y' }, max)).status).toBe(200)
  })

  it('C17.6 an application whose connection ends between its statements changes nothing', async () => {
    const id = await create('walks', { title: 'Hills' })
    await save(id, { title: 'Dunes' })
    await service.query(`create function end_connection() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return old; end $$`)
    await service.query(
      'create trigger ends before delete on record_drafts for each row execute function end_connection()',
    )
    expect((await apply(id)).status).toBeGreaterThanOrEqual(500)
    await service.query('drop trigger ends on record_drafts')
    await vi.waitFor(
      async () => expect(await readWalk(id)).toMatchObject({ title: 'Hills', version: 1 }),
      10_000,
    )
    expect((await send('GET', writeAddress(id), undefined, eve)).body).toMatchObject({
      title: 'Dunes',
      isStale: false,
    })
    const [events] = await service.query(
      `select count(*)::int as count from events where resource_id = '${id}'`,
    )
    expect(events).toEqual({ count: 1 })
    expect((await apply(id)).body).toMatchObject({ title: 'Dunes', version: 2 })
  })
})
