import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, JWT_SECRET } from '../support/service.ts'

const about = 'A test.'

/** Everybody reads a poll until it closes, and its key until an hour before. Votes follow their poll. */
const Poll = record({
  name: 'Poll',
  plural: 'polls',
  about,
  allowed: {
    read: { GUEST: (poll, _caller, now) => poll.closesAt.gt(now), EDITOR: 'all' },
    write: { EDITOR: (poll, _caller, now) => poll.closesAt.gt(now) },
    peek: { GUEST: (poll, _caller, now) => poll.keyUntil.gt(now) },
  },
  fields: {
    title: field.line(80, { about, search: 'A', index: 'text' }),
    closesAt: field.time({ about, index: true }),
    keyUntil: field.time({ about }),
    key: field.line(80, { about, optional: true, seenWith: 'peek' }),
  },
})
const Vote = record({
  name: 'Vote',
  plural: 'votes',
  about,
  allowed: { read: { GUEST: (vote, _caller, now) => vote.poll.closesAt.gt(now) }, write: { EDITOR: 'all' } },
  fields: {
    answer: field.line(80, { about }),
    poll: field.one(Poll, { about, inverse: 'votes', onDelete: 'cascade' }),
  },
})
const model = contentModel([...builtInModel.types, Poll, Vote])

const START = new Date('2030-01-01T12:00:00Z')
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000)

describe('C15.24 rights that take the time, on PostgreSQL', { timeout: 60_000 }, () => {
  let service: RunningService
  let environment: Record<string, string>
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createMigratedDatabase()
    drop = database.drop
    environment = { DATABASE_URL: database.url, JWT_SECRET }
    const migrations = [await proposeMigration('polls', environment, { model })]
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    // The clock of the service, whose timers go on.
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    service = await startService(readSettings({ ...environment, ...first }), pino({ level: 'silent' }), {
      model,
      migrations,
    })
    for (const [title, minutes] of [
      ['lunch', 120],
      ['supper', 240],
    ] as const) {
      const times = { closesAt: after(minutes), keyUntil: after(minutes - 60) }
      const { body } = await send('POST', '/api/polls', { title, key: `the key of ${title}`, ...times })
      await send('POST', '/api/votes', { answer: `for ${title}`, pollId: body.id })
    }
  })
  afterAll(async () => {
    vi.useRealTimers()
    await service.stop()
    await drop()
  })

  const send = async (method: string, path: string, body?: object, as: string | null = AS_ADMIN) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as !== null && { authorization: as }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  const QUERY = `{
    polls(orderBy: [{ field: CREATED_AT }]) { title key }
    pollsConnection { totalCount { value } }
    votes(orderBy: [{ field: CREATED_AT }]) { answer poll { title } }
  }`
  /** What a guest reads, three times: from the second time on, the service runs prepared reads. */
  const read = async () => {
    const answers: object[] = []
    for (let time = 0; time < 3; time += 1) {
      const { body } = await send('POST', '/graphql', { query: QUERY }, null)
      const rest = await send('GET', '/api/polls?sort=createdAt', undefined, null)
      answers.push({ data: body.data, rest: rest.body.map(({ title }: { title: string }) => title) })
    }
    expect(answers.slice(1)).toEqual([answers[0], answers[0]])
    return answers[0]
  }

  it('are alike in lists, counts, links, masks and searches, and again with prepared reads', async () => {
    const supper = { title: 'supper', key: 'the key of supper' }
    const forSupper = { answer: 'for supper', poll: { title: 'supper' } }
    expect(await read()).toMatchObject({
      data: {
        polls: [{ title: 'lunch', key: 'the key of lunch' }, supper],
        pollsConnection: { totalCount: { value: 2 } },
        votes: [{ answer: 'for lunch', poll: { title: 'lunch' } }, forSupper],
      },
      rest: ['lunch', 'supper'],
    })
    vi.setSystemTime(after(60))
    expect(await read()).toMatchObject({ data: { polls: [{ title: 'lunch', key: null }, supper] } })
    vi.setSystemTime(after(120))
    expect(await read()).toEqual({
      data: {
        polls: [supper],
        pollsConnection: { totalCount: { value: 1 } },
        votes: [forSupper],
      },
      rest: ['supper'],
    })
  })

  it('find in a search what the caller may read at the time', async () => {
    const find = async (query: string) => {
      const document = `{ search(query: "${query}") { ... on Poll { title } } }`
      return (await send('POST', '/graphql', { query: document }, null)).body.data?.search?.title
    }
    for (const _ of [1, 2, 3]) {
      vi.setSystemTime(after(119))
      expect([await find('lunch'), await find('supper')]).toEqual(['lunch', 'supper'])
      vi.setSystemTime(after(120))
      expect([await find('lunch'), await find('supper')]).toEqual([undefined, 'supper'])
    }
  })

  it('end the right to change a record, also to one that has ended', async () => {
    vi.setSystemTime(after(0))
    const { body } = await send('POST', '/api/polls', {
      title: 'tea',
      closesAt: after(30),
      keyUntil: after(0),
    })
    const change = (given: object) => send('PATCH', `/api/polls/${body.id}`, given)
    expect((await change({ title: 'cake' })).status).toBe(200)
    expect((await change({ closesAt: after(0) })).status).toBe(403)
    vi.setSystemTime(after(30))
    expect((await change({ title: 'late' })).status).toBe(403)
  })

  it('have no partial text index: a guest has no indexed filter by a part of the text', async () => {
    const { output } = await runCommandHere(['types', 'migration', 'more'], environment, { model })
    expect(output).not.toContain('create')
    const query = '{ __type(name: "Poll") { name } polls(where: { title: { contains: "u" } }) { title } }'
    vi.setSystemTime(after(0))
    expect((await send('POST', '/graphql', { query }, null)).body.data.polls).toHaveLength(2)
  })
})
