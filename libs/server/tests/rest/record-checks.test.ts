import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { createMigratedDatabase, fillDataDirectory } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

const about = 'A test.'
const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: { name: field.line(80, { about }) },
})
/** An event with a venue when it is open. Its code is for administrators, and guests change events without one. */
const Event = record({
  name: 'Event',
  plural: 'events',
  list: 'allEvents',
  path: 'all-events',
  table: 'all_events',
  about,
  allowed: {
    read: { GUEST: 'all' },
    write: { READER: 'all' },
    peek: { ADMIN: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    startsAt: field.time({ about }),
    endsAt: field.time({ about, optional: true }),
    code: field.line(20, { about, optional: true, seenWith: 'peek' }),
    venue: field.one(Venue, { about, optional: true }),
    status: field.state(['PLANNED', 'OPEN'], { about }),
  },
  check: (event, previous) => {
    if (event.title === 'Throw') throw new TypeError('the words of the code')
    if (event.title === 'Promise') return Promise.reject(new Error('late')) as never
    if (event.title === 'Unknown') return [{ path: ['nothing'], message: 'x' }] as never
    return [
      ...(event.endsAt !== null && event.endsAt <= event.startsAt
        ? [{ path: ['endsAt'] as const, message: 'must be after startsAt' }]
        : []),
      ...(event.status === 'OPEN' && event.venueId === null
        ? [{ path: ['venueId'] as const, message: 'is what an open event needs' }]
        : []),
      ...(event.code === event.title ? [{ path: ['code'] as const, message: 'must not be the title' }] : []),
      ...(previous?.status === 'OPEN' && previous.startsAt.getTime() !== event.startsAt.getTime()
        ? [{ path: ['startsAt'] as const, message: 'cannot change in an open event' }]
        : []),
    ]
  },
  operations: (on) => ({
    open: on(
      {
        about,
        permission: 'write',
        from: ['PLANNED'],
        to: 'OPEN',
        input: { endsAt: field.time({ about, optional: true }) },
      },
      (event, { endsAt = event.endsAt }) => ({ endsAt }),
    ),
  }),
})
const model = contentModel([...builtInModel.types, Venue, Event])

const NINE = '2030-05-01T09:00:00.000Z'
const TEN = '2030-05-01T10:00:00.000Z'
const NOON = '2030-05-01T12:00:00.000Z'

const embedded = async (folder: string) => {
  const directory = join(folder, 'data')
  await fillDataDirectory(directory)
  return { settings: { DATA_DIR: directory }, drop: async () => undefined }
}
const postgres = async () => {
  const { url, drop } = await createMigratedDatabase()
  return { settings: { DATABASE_URL: url }, drop }
}

describe.each([
  ['PGlite', embedded],
  ['PostgreSQL', postgres],
] as const)('C16.3 the check of a type over both interfaces, on %s', { timeout: 60_000 }, (_, open) => {
  let service: RunningService
  let environment: Readonly<Record<string, string>>
  let options: ServiceOptions
  let folder: string
  let drop: () => Promise<unknown>
  let asReader: string
  const log: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    const database = await open(folder)
    drop = database.drop
    environment = { ...database.settings, JWT_SECRET }
    options = { model, migrations: [await proposeMigration('events', environment, { model })] }
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    const logger = pino({ level: 'error' }, { write: (line: string) => log.push(line) })
    service = await startService(readSettings({ ...environment, ...first }), logger, options)
    const password = 'maroon kettle drifts'
    const rita = `{ username: "rita", email: "rita@example.org", password: "${password}" }`
    await mutate(`createUser(input: ${rita}) { id }`)
    asReader = `Basic ${Buffer.from(`rita:${password}`).toString('base64')}`
  })
  afterAll(async () => {
    await service.stop()
    await drop()
    await rm(folder, { recursive: true })
  })

  const send = async (method: string, path: string, body?: object, as = AS_ADMIN) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: as },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const mutate = async (field: string, as = AS_ADMIN) => {
    const { body } = await send('POST', '/graphql', { query: `mutation { ${field} }` }, as)
    const [error] = body.errors ?? []
    return error === undefined ? body.data : [error.extensions.code, error.extensions.problems]
  }
  const create = async (given: object = {}) =>
    (await send('POST', '/api/all-events', { title: 'Event', startsAt: NINE, ...given })).body
  const countEvents = async () => (await send('GET', '/api/all-events?limit=100')).body.length

  it('refuses creations', async () => {
    const before = await countEvents()
    const given = { title: 'Event', startsAt: TEN, endsAt: NINE, code: 'Event' }
    const { status, body } = await send('POST', '/api/all-events', given)
    expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT'])
    expect(body.errors).toEqual([
      { pointer: '/endsAt', message: 'must be after startsAt' },
      { pointer: '/code', message: 'must not be the title' },
    ])
    const input = `{ title: "Event", startsAt: "${TEN}", endsAt: "${NINE}" }`
    expect(await mutate(`createEvent(input: ${input}) { id }`)).toEqual([
      'BAD_USER_INPUT',
      [{ path: ['input', 'endsAt'], message: 'must be after startsAt' }],
    ])
    expect(await countEvents()).toBe(before)
  })

  it('refuses updates of one field by the stored value of another', async () => {
    const { id } = await create({ endsAt: TEN })
    const { status, body } = await send('PATCH', `/api/all-events/${id}`, { startsAt: NOON })
    expect([status, body.errors]).toEqual([422, [{ pointer: '/endsAt', message: 'must be after startsAt' }]])
    expect(await mutate(`updateEvent(input: { id: "${id}", startsAt: "${NOON}" }) { id }`)).toEqual([
      'BAD_USER_INPUT',
      [{ path: ['input', 'endsAt'], message: 'must be after startsAt' }],
    ])
    expect((await send('GET', `/api/all-events/${id}`)).body).toMatchObject({ startsAt: NINE, version: 1 })
  })

  it('refuses operations, single and in bulk', async () => {
    const { id } = await create()
    const { id: venueId } = (await send('POST', '/api/venues', { name: 'Foundry' })).body
    const { id: housed } = await create({ venueId })
    const { status, body } = await send('POST', `/api/all-events/${id}/open`, {})
    const message = 'is what an open event needs'
    expect([status, body.errors]).toEqual([422, [{ pointer: '/venueId', message }]])
    expect(await mutate(`openEvent(id: "${id}", endsAt: "${NINE}") { id }`)).toEqual([
      'BAD_USER_INPUT',
      [
        { path: ['endsAt'], message: 'must be after startsAt' },
        { path: ['venueId'], message },
      ],
    ])
    const bulk = await send('POST', '/api/all-events/actions', { ids: [id, housed], action: 'open' })
    expect(bulk.body).toEqual([
      { id, status: 422, code: 'BAD_USER_INPUT' },
      { id: housed, status: 200, code: null },
    ])
    const moved = await send('PATCH', `/api/all-events/${housed}`, { startsAt: TEN })
    expect(moved.body.errors).toEqual([{ pointer: '/startsAt', message: 'cannot change in an open event' }])
  })

  it('refuses upserts of new and of stored records', async () => {
    const put = (body: object) => send('PUT', '/api/all-events/by-ref/one', body)
    const refused = [422, [{ pointer: '/endsAt', message: 'must be after startsAt' }]]
    const first = await put({ title: 'Event', startsAt: TEN, endsAt: NINE })
    expect([first.status, first.body.errors]).toEqual(refused)
    expect((await put({ title: 'Event', startsAt: NINE, endsAt: TEN })).status).toBe(201)
    const second = await put({ startsAt: NOON })
    expect([second.status, second.body.errors]).toEqual(refused)
    const input = `{ title: "Event", startsAt: "${NOON}" }`
    expect(await mutate(`upsertEvent(ref: "one", input: ${input}) { id }`)).toEqual([
      'BAD_USER_INPUT',
      [{ path: ['input', 'endsAt'], message: 'must be after startsAt' }],
    ])
  })

  it('keeps the message of a field that the caller does not see', async () => {
    const { id } = await create({ code: 'Secret' })
    const change = { title: 'Secret' }
    const { body } = await send('PATCH', `/api/all-events/${id}`, change, asReader)
    expect(body.errors).toEqual([{ pointer: '/code', message: 'is not allowed' }])
    expect(await mutate(`updateEvent(input: { id: "${id}", title: "Secret" }) { id }`, asReader)).toEqual([
      'BAD_USER_INPUT',
      [{ path: ['input', 'code'], message: 'is not allowed' }],
    ])
  })

  it.each(['Throw', 'Promise', 'Unknown'])(
    'answers as a failure when the code is wrong: %s',
    async (title) => {
      const before = await countEvents()
      log.length = 0
      const { status, body } = await send('POST', '/api/all-events', { title, startsAt: NINE })
      expect([status, body.code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
      expect(JSON.stringify(body)).not.toContain('words of the code')
      expect(log.join('')).toContain('The check of Event')
      const input = `{ title: "${title}", startsAt: "${NINE}" }`
      expect(await mutate(`createEvent(input: ${input}) { id }`)).toEqual([
        'INTERNAL_SERVER_ERROR',
        undefined,
      ])
      const { id } = await create()
      expect((await send('PATCH', `/api/all-events/${id}`, { title })).status).toBe(500)
      expect((await send('GET', `/api/all-events/${id}`)).body).toMatchObject({ title: 'Event', version: 1 })
      expect(await countEvents()).toBe(before + 1)
      if (title === 'Throw') expect(log.join('')).toContain('the words of the code')
    },
  )

  it('refuses one of two updates at the same time that do not fit together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create({ endsAt: NOON })
      const changes = [{ startsAt: '2030-05-01T11:00:00Z' }, { endsAt: TEN }]
      const answers = await Promise.all(
        changes.map((change) => send('PATCH', `/api/all-events/${id}`, change)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
      const { startsAt, endsAt } = (await send('GET', `/api/all-events/${id}`)).body
      expect(startsAt < endsAt).toBe(true)
    }
  })

  it('refuses lines of an import, with their numbers', async () => {
    const file = join(folder, 'events.ndjson')
    const lines = [
      { type: 'event', ref: 'x', title: 'X', startsAt: NINE, endsAt: TEN },
      { type: 'event', ref: 'y', title: 'Y', startsAt: TEN, endsAt: NINE, status: 'OPEN' },
    ]
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    // The embedded database has one process.
    if (environment['DATABASE_URL'] === undefined) await service.stop()
    const { output, errors } = await runCommandHere(['import', file], environment, options)
    const rejects = await readFile(`${file}.rejects.ndjson`, 'utf8')
    expect(rejects).toContain('endsAt: must be after startsAt; venue: is what an open event needs')
    expect(JSON.parse(rejects.split('\n')[0] ?? '')).toMatchObject({ line: 2 })
    expect(`${output}${errors}`).toContain('1')
  })
})
