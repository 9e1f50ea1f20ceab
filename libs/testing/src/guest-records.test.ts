import { builtInModel, contentModel, field, record } from '@content-service/domain'
import type { UserRole } from '@content-service/domain/internal/access'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

const about = 'A test.'
const title = field.line(80, { about })

const Desk = record({
  name: 'Desk',
  plural: 'desks',
  about,
  allowed: { read: { GUEST: (desk) => desk.state.eq('OPEN'), EDITOR: 'all' }, write: { EDITOR: 'all' } },
  fields: { title, state: field.state(['CLOSED', 'OPEN'], { about }) },
  operations: (on) => ({ open: on({ about, permission: 'write', to: 'OPEN' }) }),
})

/** Guests send inquiries that they cannot read. */
const Inquiry = record({
  name: 'Inquiry',
  plural: 'inquiries',
  about,
  allowed: {
    read: { READER: 'own', EDITOR: 'all' },
    create: { GUEST: 'all' },
    write: { EDITOR: 'all' },
  },
  keepFor: 90,
  fields: {
    title,
    desk: field.one(Desk, { about, optional: true, onDelete: 'clear' }),
    sender: field.owner({ about }),
  },
})

/** Guests write on the wall. */
const Greeting = record({
  name: 'Greeting',
  plural: 'greetings',
  about,
  allowed: { read: { GUEST: 'all' }, create: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  keepFor: 'always',
  fields: { title },
})

const Job = record({
  name: 'Job',
  plural: 'jobs',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { title, isOpen: field.flag({ about, initial: true }) },
})

/** Guests apply for open jobs. */
const Application = record({
  name: 'Application',
  plural: 'applications',
  about,
  allowed: {
    read: { EDITOR: 'all' },
    create: { GUEST: (application) => application.job.isOpen.eq(true) },
    write: { EDITOR: 'all' },
  },
  keepFor: 30,
  fields: { title, job: field.one(Job, { about, onDelete: 'cascade' }) },
})
const model = contentModel([...builtInModel.types, Desk, Inquiry, Greeting, Job, Application])

const CREATE = 'mutation ($input: CreateInquiryInput!) { createInquiry(input: $input)'

describe('C14.3 records that guests create', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startService({ content: { model } })
  })
  afterEach(() => service.stop())

  const create = (shown: string, input: object = { title: 'Hello' }, role?: UserRole) =>
    (role ? service.as(role) : service.anonymous).graphql<{ createInquiry: { id: string } }>(
      `${CREATE} { ${shown} } }`,
      { input },
    )
  const post = (path: string, body: object = { title: 'Hello' }, headers: Record<string, string> = {}) =>
    service.anonymous.rest<Record<string, unknown>>('POST', path, { body, headers })
  const list = async () => {
    const { data } = await service
      .as('EDITOR')
      .graphql<{ inquiries: { title: string; sender: { username: string } }[] }>(
        '{ inquiries(orderBy: [{ field: CREATED_AT }]) { title sender { username } } }',
      )
    return data?.inquiries
  }

  it('belong to ghost, and show the guest no more than the guest may read', async () => {
    const refused = await create('id title')
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await list()).toEqual([])
    expect((await create('id')).data?.createInquiry.id).toEqual(expect.any(String))
    const rest = await post('/api/inquiries')
    expect([rest.status, rest.body, rest.headers.get('location')]).toEqual([
      201,
      '',
      expect.stringMatching(/^\/api\/inquiries\//),
    ])
    expect(await list()).toEqual([
      { title: 'Hello', sender: { username: 'ghost' } },
      { title: 'Hello', sender: { username: 'ghost' } },
    ])
    const shown = await post('/api/greetings')
    expect([shown.status, shown.body]).toMatchObject([201, { title: 'Hello' }])
    expect(Object.keys(shown.body)).not.toContain('guestCreatedAt')
  })

  it('link only to records that the guest may read', async () => {
    const { id: deskId } = await service.seed.record(Desk, { title: 'One' })
    const hidden = await post('/api/inquiries', { title: 'Hello', deskId })
    expect(hidden.status).toBe(422)
    expect(JSON.stringify(hidden.body)).toContain('there is no desk with this id')
    await service.as('EDITOR').rest('POST', `/api/desks/${deskId}/open`)
    expect((await post('/api/inquiries', { title: 'Hello', deskId })).status).toBe(201)
  })

  it('have no member for the note of the service, and guests change nothing', async () => {
    const note = { title: 'Hello', guestCreatedAt: '2020-01-01T00:00:00Z' }
    expect((await post('/api/inquiries', note)).status).toBe(422)
    const { body } = await post('/api/greetings')
    for (const [method, input] of [['PATCH', { title: 'Mine' }], ['DELETE']] as const)
      expect(
        (await service.anonymous.rest(method, `/api/greetings/${body['id']}`, { body: input })).status,
      ).toBe(401)
  })

  it('are at most GUEST_CREATE_LIMIT of all types an hour and address; each of a document counts', async () => {
    const fields = Array.from({ length: 10 }, (_, place) => `c${place}: createInquiry(input: $input) { id }`)
    const document = `mutation ($input: CreateInquiryInput!) { ${fields.join(' ')} }`
    const sent = await service.anonymous.graphql(document, { input: { title: 'Hello' } })
    expect(sent.errors).toBeUndefined()
    for (let more = 0; more < 10; more += 1) expect((await post('/api/greetings')).status).toBe(201)
    const refused = await post('/api/greetings')
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3_600])
    expect(refused.body).toMatchObject({
      code: 'RATE_LIMITED',
      detail: expect.stringContaining('More than 20 records were created without a credential'),
    })
    expect((await create('id')).errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await create('id', { title: 'Hello' }, 'READER')).errors).toBeUndefined()
  })

  it('C14.3 do not count if the request is taken back', async () => {
    const headers = { 'idempotency-key': 'once' }
    for (let time = 0; time < 21; time += 1) {
      // The guest may not read the title, so that the mutation writes nothing.
      expect((await create('title')).errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
      const query = `mutation { a: createInquiry(input: { title: "Hello" }) { title } }`
      const kept = await service.anonymous.rest('POST', '/graphql', { body: { query }, headers })
      expect(kept.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
    }
    expect(await list()).toEqual([])
    expect((await post('/api/greetings')).status).toBe(201)
  })

  it('C14.3 that the condition of their right refuses are FORBIDDEN: a credential would not help', async () => {
    const { id: jobId } = await service.seed.record(Job, { title: 'Cook' })
    const apply = () => post('/api/applications', { title: 'Hello', jobId })
    expect((await apply()).status).toBe(201)
    await service.as('EDITOR').rest('PATCH', `/api/jobs/${jobId}`, { body: { isOpen: false } })
    const refused = await apply()
    expect([refused.status, refused.body]).toMatchObject([
      403,
      {
        code: 'FORBIDDEN',
        detail:
          'Without a credential, the permission applications:create does not allow this record. Change its values or its links.',
      },
    ])
    const { errors } = await service.anonymous.graphql(
      `mutation { createApplication(input: { title: "Hello", jobId: "${jobId}" }) { id } }`,
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('need no credential in the OpenAPI document', async () => {
    interface Document {
      readonly paths: Readonly<
        Record<string, Readonly<Record<string, { readonly security: readonly object[] }>>>
      >
    }
    const { body } = await service.anonymous.rest<Document>('GET', '/api/openapi.json')
    expect(body.paths['/api/inquiries']?.['post']?.security).toContainEqual({})
    expect(body.paths['/api/inquiries']?.['post']?.security).toContainEqual({ OAuth2: ['inquiries:create'] })
    expect(body.paths['/api/inquiries/{id}']?.['patch']?.security).not.toContainEqual({})
  })

  it('a request with an Idempotency-Key creates one record', async () => {
    const key = { 'idempotency-key': '"a-key-of-a-guest"' }
    const [first, again] = [
      await post('/api/inquiries', undefined, key),
      await post('/api/inquiries', undefined, key),
    ]
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await list()).toHaveLength(1)
  })

  it('are erased after the days of keepFor, with an event; others of ghost and of users stay', async () => {
    await create('id', { title: 'Guest' })
    await create('id', { title: 'Reader' }, 'READER')
    await post('/api/greetings')
    await service.clock.advance('89d')
    expect((await list())?.map(({ title }) => title)).toEqual(['Guest', 'Reader'])
    await service.clock.advance('1d')
    expect((await list())?.map(({ title }) => title)).toEqual(['Reader'])
    const audit = await service.as('ADMIN').rest<readonly object[]>('GET', '/api/audit-log?limit=100')
    expect(audit.body).toContainEqual(
      expect.objectContaining({ action: 'purge-guest-records', resource: 'inquiries' }),
    )
    expect((await service.anonymous.rest<unknown[]>('GET', '/api/greetings')).body).toHaveLength(1)
  })
})
