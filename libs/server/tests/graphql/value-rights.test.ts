import { and, or } from '@content-service/authz'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

const about = 'A test.'
const SPRING = new Date('2030-04-01T00:00:00.000Z')

/** Guests read public shows before the spring, and change the small ones; the note is for shows with many seats. */
const Show = record({
  name: 'Show',
  plural: 'shows',
  about,
  allowed: {
    read: {
      GUEST: (show) => and(show.isPublic.eq(true), or(show.startsAt.lt(SPRING), show.code.in(["it's", 'B']))),
      ADMIN: 'all',
    },
    write: { ADMIN: (show) => show.startsAt.ne(SPRING) },
    delete: { ADMIN: (show) => show.startsAt.lt(SPRING) },
    peek: { GUEST: (show) => show.seats.gte(100) },
  },
  fields: {
    title: field.line(80, { about, search: 'A', index: 'text' }),
    isPublic: field.flag({ about, initial: false }),
    startsAt: field.time({ about, optional: true }),
    seats: field.integer(0, 9_999, { about, optional: true }),
    code: field.line(20, { about, optional: true }),
    note: field.line(80, { about, optional: true, seenWith: 'peek' }),
  },
})
const Ticket = record({
  name: 'Ticket',
  plural: 'tickets',
  about,
  allowed: {
    read: { GUEST: (ticket) => ticket.show.startsAt.lt(SPRING), ADMIN: 'all' },
    write: { ADMIN: 'all' },
  },
  fields: {
    title: field.line(80, { about }),
    show: field.one(Show, { about, inverse: 'tickets', onDelete: 'cascade' }),
  },
})
const model = contentModel([...builtInModel.types, Show, Ticket])

describe('C14.3 rights by the values of records, on PostgreSQL', { timeout: 60_000 }, () => {
  let service: RunningService
  let environment: Record<string, string>
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    environment = { DATABASE_URL: database.url, JWT_SECRET }
    const migrations = [await proposeMigration('shows', environment, { model })]
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    service = await startService(readSettings({ ...environment, ...first }), pino({ level: 'silent' }), {
      model,
      migrations,
    })
    const shows = [
      { title: 'Early large', isPublic: true, startsAt: '2030-03-01T00:00:00Z', seats: 100, note: 'n' },
      { title: 'Early small', isPublic: true, startsAt: '2030-03-01T00:00:00Z', seats: 5, note: 'n' },
      { title: 'Coded', isPublic: true, startsAt: '2030-04-02T00:00:00Z', code: "it's", note: 'n' },
      { title: 'Late', isPublic: true, startsAt: '2030-04-02T00:00:00Z', code: 'b', seats: 100 },
      { title: 'Hidden', startsAt: '2030-03-01T00:00:00Z', seats: 100 },
    ]
    for (const show of shows) {
      const { body } = await send('POST', '/api/shows', show)
      await send('POST', '/api/tickets', { title: `To ${show.title}`, showId: body.id })
    }
  })
  afterAll(async () => {
    await service.stop()
    await drop()
  })

  const send = async (
    method: string,
    path: string,
    body?: object,
    as: string | null = AS_ADMIN,
    more = {},
  ) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as !== null && { authorization: as }), ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const ask = async (query: string, as: string | null = null) =>
    (await send('POST', '/graphql', { query }, as)).body.data

  it('are alike in lists, masks, actions and links, again and again', async () => {
    const query =
      '{ shows(orderBy: [{ field: CREATED_AT }]) { title note availableActions tickets { title } } }'
    // From the second request on, the service runs a prepared read, whose times are texts.
    for (const _ of [1, 2, 3, 4]) {
      expect((await ask(query)).shows).toEqual([
        { title: 'Early large', note: 'n', availableActions: [], tickets: [{ title: 'To Early large' }] },
        { title: 'Early small', note: null, availableActions: [], tickets: [{ title: 'To Early small' }] },
        { title: 'Coded', note: null, availableActions: [], tickets: [] },
      ])
      const { shows } = await ask(
        '{ shows(orderBy: [{ field: CREATED_AT }]) { title availableActions } }',
        AS_ADMIN,
      )
      expect(shows.map((show: { availableActions: string[] }) => show.availableActions.length)).toEqual([
        2, 2, 1, 1, 2,
      ])
      const tickets = '{ tickets(orderBy: [{ field: CREATED_AT }]) { title show { title } } }'
      expect((await ask(tickets)).tickets).toEqual([
        { title: 'To Early large', show: { title: 'Early large' } },
        { title: 'To Early small', show: { title: 'Early small' } },
        { title: 'To Hidden', show: null },
      ])
      const { body } = await send('GET', '/api/shows?sort=createdAt', undefined, null)
      expect(body.map(({ title, note }: { title: string; note: string | null }) => [title, note])).toEqual([
        ['Early large', 'n'],
        ['Early small', null],
        ['Coded', null],
      ])
    }
  })

  it('have an index on the texts that guests may read', async () => {
    const plan = '{ shows(where: { title: { contains: "e" } }) { title } }'
    expect((await ask(plan)).shows).toHaveLength(3)
    const { output } = await runCommandHere(['types', 'migration', 'more'], environment, { model })
    expect(output).not.toContain('create')
  })

  it('refuse a record that the right does not cover', async () => {
    const { status } = await send('POST', '/api/shows', { title: 'On time', startsAt: SPRING.toISOString() })
    expect(status).toBe(403)
  })

  it('decide about a repeated request', async () => {
    const key = { 'idempotency-key': '"a-key-of-an-admin"' }
    const input = { title: 'Again', startsAt: '2030-03-01T00:00:00Z' }
    const first = await send('POST', '/api/shows', input, AS_ADMIN, key)
    const again = await send('POST', '/api/shows', input, AS_ADMIN, key)
    expect([again.status, again.body]).toEqual([201, first.body])
  })
})
