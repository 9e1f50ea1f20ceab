import { noticeModel } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startModel, type ModelService } from '../support/model-service.ts'
import { AS_ADMIN } from '../support/service.ts'

const LATER = '2999-01-01T09:00:00.000Z'
const SOONER = '2998-01-01T09:00:00.000Z'
const PASSWORD = 'tangled otter velvet 9'
const NOWHERE = '00000000-0000-7000-8000-ffffffffffff'

let service: ModelService
const people = new Map<string, { readonly id: string; readonly as: string }>()
beforeAll(async () => {
  service = await startModel('add-notices', noticeModel)
  for (const role of ['READER', 'AUTHOR', 'EDITOR']) {
    const username = `one-${role.toLowerCase()}`
    const input = { username, email: `${username}@example.org`, password: PASSWORD, role }
    const create = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }'
    const { data } = await service.ask(create, { input })
    people.set(role, { id: data.createUser.id, as: `Basic ${btoa(`${username}:${PASSWORD}`)}` })
  }
}, 60_000)
afterAll(() => service.stop())

const as = (role: string): string => people.get(role)?.as ?? ''

describe.each([
  ['Article', 'articles', 'article'],
  ['Notice', 'notices', 'notice'],
])('C17.2 the schedule of %s over both interfaces', (type, path, word) => {
  const create = async (more: object = {}): Promise<string> => {
    const body = { title: 'A title', content: 'A text.', ...more }
    return (await service.send('POST', `/api/${path}`, body, as('AUTHOR'))).body.id
  }
  const put = (id: string, body: unknown, by: string | null = as('EDITOR')) =>
    service.send('PUT', `/api/${path}/${id}/schedule`, body, by)
  const remove = (id: string, by: string | null = as('EDITOR')) =>
    service.send('DELETE', `/api/${path}/${id}/schedule`, undefined, by)
  const schedule = (id: string, publishAt: unknown, by: string | null = as('EDITOR')) =>
    service.ask(
      `mutation ($id: ID!, $at: String!) { schedule${type}(id: $id, publishAt: $at) { id scheduledFor version } }`,
      { id, at: publishAt },
      by,
    )
  const unschedule = (id: string, by: string | null = as('EDITOR')) =>
    service.ask(`mutation ($id: ID!) { unschedule${type}(id: $id) { scheduledFor version } }`, { id }, by)
  const readCode = ({
    errors,
  }: {
    readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
  }) => errors?.[0]?.extensions.code

  it('is set and removed by each of them, and visible in the other', async () => {
    const id = await create()
    const set = await put(id, { publishAt: LATER })
    expect(set).toMatchObject({ status: 200, body: { id, scheduledFor: LATER, version: 2 } })
    const read = `{ ${word}(id: "${id}") { scheduledFor availableActions } }`
    expect((await service.ask(read, {}, as('EDITOR'))).data[word]).toMatchObject({
      scheduledFor: LATER,
      availableActions: expect.arrayContaining(['schedule', 'unschedule']),
    })
    expect((await remove(id)).status).toBe(204)
    expect((await schedule(id, SOONER)).data[`schedule${type}`]).toMatchObject({ scheduledFor: SOONER })
    const shown = await service.send('GET', `/api/${path}/${id}`, undefined, as('AUTHOR'))
    expect(shown.body).toMatchObject({ scheduledFor: SOONER, version: 4 })
    expect((await unschedule(id)).data[`unschedule${type}`]).toEqual({ scheduledFor: null, version: 5 })
  })

  it('takes a time in the future, and says at which member another one is', async () => {
    const id = await create()
    for (const publishAt of ['2020-01-01T00:00:00Z', 'soon', '', 7, null, '9'.repeat(65)])
      expect(await put(id, { publishAt })).toMatchObject({
        status: 422,
        body: { code: 'BAD_USER_INPUT', errors: [{ pointer: '/publishAt' }] },
      })
    expect((await put(id, {})).status).toBe(422)
    const wrong = await put(id, { publishAt: LATER, scheduledBy: 1 })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/scheduledBy' }] } })
    for (const publishAt of ['2020-01-01T00:00:00Z', 'soon'])
      expect((await schedule(id, publishAt)).errors[0]).toMatchObject({
        extensions: { code: 'BAD_USER_INPUT', problems: [{ path: ['publishAt'] }] },
      })
  })

  it('exists only for who may read the record, and only publishers set it', async () => {
    const id = await create()
    for (const [by, status, code] of [
      [null, 401, 'UNAUTHENTICATED'],
      [as('READER'), 404, 'NOT_FOUND'],
      [as('AUTHOR'), 403, 'FORBIDDEN'],
    ] as const) {
      expect((await put(id, { publishAt: LATER }, by)).status).toBe(status)
      expect((await remove(id, by)).status).toBe(status)
      expect(readCode(await schedule(id, LATER, by))).toBe(code)
      expect(readCode(await unschedule(id, by))).toBe(code)
    }
    for (const nothing of [NOWHERE, 'x', '__proto__']) {
      expect((await put(nothing, { publishAt: LATER })).status).toBe(404)
      expect(readCode(await schedule(nothing, LATER))).toBe('NOT_FOUND')
    }
  })

  it('is set by no other request, and filters and orders no list', async () => {
    const given = { scheduledFor: LATER, scheduledBy: 1 }
    const created = await service.send(
      'POST',
      `/api/${path}`,
      { title: 'T', content: 'C', ...given },
      as('AUTHOR'),
    )
    expect(created.status).toBe(422)
    const id = await create()
    const patched = await service.send('PATCH', `/api/${path}/${id}`, given, as('EDITOR'))
    expect(patched.status).toBe(422)
    const where = encodeURIComponent(JSON.stringify({ scheduledFor: { gt: SOONER } }))
    for (const query of [`where=${where}`, 'sort=scheduledFor', 'sort=scheduledBy'])
      expect((await service.send('GET', `/api/${path}?${query}`, undefined, AS_ADMIN)).status).toBe(400)
    const selected = await service.ask(`{ ${word}(id: "${id}") { scheduledBy } }`)
    expect(readCode(selected)).toBe('GRAPHQL_VALIDATION_FAILED')
    const shown = await service.send('GET', `/api/${path}/${id}`, undefined, AS_ADMIN)
    expect(shown.body).not.toHaveProperty('scheduledBy')
  })

  it('compares the version of If-Match', async () => {
    const id = await create()
    const send = (method: string, tag: string, body?: object) =>
      fetch(`${service.url}/api/${path}/${id}/schedule`, {
        method,
        headers: { 'content-type': 'application/json', authorization: as('EDITOR'), 'if-match': tag },
        ...(body && { body: JSON.stringify(body) }),
      })
    const read = await fetch(`${service.url}/api/${path}/${id}`, { headers: { authorization: as('EDITOR') } })
    const tag = read.headers.get('etag') ?? ''
    const set = await send('PUT', tag, { publishAt: LATER })
    expect([set.status, set.headers.get('content-location')]).toEqual([200, `/api/${path}/${id}`])
    expect((await send('PUT', tag, { publishAt: SOONER })).status).toBe(412)
    expect((await send('DELETE', tag)).status).toBe(412)
    expect((await send('DELETE', set.headers.get('etag') ?? '')).status).toBe(204)
  })

  it('is removed from several records by one request', async () => {
    const ids = [await create(), await create()]
    for (const id of ids) await put(id, { publishAt: LATER })
    const bulk = await service.send(
      'POST',
      `/api/${path}/actions`,
      { ids, action: 'unschedule' },
      as('EDITOR'),
    )
    expect(bulk.body.map(({ status }: { status: number }) => status)).toEqual([204, 204])
    const refused = await service.send(
      'POST',
      `/api/${path}/actions`,
      { ids, action: 'schedule' },
      as('EDITOR'),
    )
    expect(refused.status).toBe(422)
  })

  it.each<[string, (person: string) => Promise<unknown>]>([
    ['deletion', (person) => service.send('DELETE', `/api/users/${person}`)],
    ['erasure', (person) => service.ask('mutation ($id: ID!) { eraseUser(id: $id) }', { id: person })],
  ])('belongs to the ghost after the %s of its person', async (way, leave) => {
    const [id, username] = [await create(), `gone-${word}-${way}`]
    const input = { username, email: `${username}@example.org`, password: PASSWORD, role: 'EDITOR' }
    const { data } = await service.ask(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
      { input },
    )
    await put(id, { publishAt: LATER }, `Basic ${btoa(`${username}:${PASSWORD}`)}`)
    const readPerson = async () =>
      (await service.query(`select scheduled_by from ${path} where id = '${id}'`))[0]?.['scheduled_by']
    expect(await readPerson()).toBe(Number(data.createUser.id))
    await leave(data.createUser.id)
    const [ghost] = await service.query("select id from users where username = 'ghost'")
    expect(await readPerson()).toBe(ghost?.['id'])
    expect((await service.send('GET', `/api/${path}/${id}`)).body.scheduledFor).toBe(LATER)
  })
})

describe('C17.2 a declared type', () => {
  it('has the indexes that find due records, and the schedule of a person', async () => {
    const rows = await service.query(
      "select indexdef from pg_indexes where tablename in ('notices', 'articles')",
    )
    const definitions = rows.map(({ indexdef }) => String(indexdef))
    for (const table of ['notices', 'articles'])
      for (const [name, column] of [
        ['scheduled', 'scheduled_for'],
        ['scheduled_by', 'scheduled_by'],
      ])
        expect(definitions).toContain(
          `CREATE INDEX ${table}_${name} ON public.${table} USING btree (${column}) WHERE (${column} IS NOT NULL)`,
        )
  })

  it('tells tools the states in which its records wait', async () => {
    const { body } = await service.send('GET', '/api/model')
    const schedules = Object.fromEntries(
      body.types.map(({ name, schedule }: { name: string; schedule: unknown }) => [name, schedule]),
    )
    expect(schedules).toMatchObject({
      Article: { from: ['DRAFT', 'REVIEW'] },
      Notice: { from: ['DRAFT', 'REVIEW', 'HELD'] },
      Bulletin: { from: ['OPEN'] },
      Board: null,
      User: null,
    })
  })

  it('shows the keeper of a board what the keeper may see of a scheduled notice, and no more', async () => {
    const board = await service.send('POST', '/api/boards', { name: 'A board' }, as('READER'))
    const notice = { title: 'T', content: 'C', hint: 'A secret', boardId: board.body.id }
    const { body } = await service.send('POST', '/api/notices', notice, as('AUTHOR'))
    const set = await service.send(
      'PUT',
      `/api/notices/${body.id}/schedule`,
      { publishAt: LATER },
      as('READER'),
    )
    expect(set).toMatchObject({ status: 200, body: { scheduledFor: LATER, hint: null } })
    const mutation = `mutation { unscheduleNotice(id: "${body.id}") { scheduledFor hint } }`
    const { data } = await service.ask(mutation, {}, as('READER'))
    expect(data.unscheduleNotice).toEqual({ scheduledFor: null, hint: null })
  })
})
