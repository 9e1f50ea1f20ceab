import { pino } from 'pino'
import { afterAll, beforeAll, afterEach, describe, expect, it, vi } from 'vitest'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { startPostgres, type Postgres } from '../../../../tools/postgres/postgres.ts'
import { FOLLOWED, startReplica, type PostgresReplica } from '../../../../tools/postgres/postgres-replica.ts'
import { startRedis, type Redis } from '../../../../tools/programs/redis.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN, basic } from '../support/service.ts'

requirePrograms('Redis')

const SETTINGS = {
  PORT: '0',
  JWT_SECRET: 'a secret of thirty-two bytes or more',
  SAMPLE_CONTENT: 'false',
  ADMIN_EMAIL: ADMIN,
  ADMIN_PASSWORD,
  RATE_LIMIT: '1000000',
  RATE_LIMIT_ANONYMOUS: '1000000',
}
const WRITER = 'writer@example.org'
const WRITER_PASSWORD = 'seven quiet harbours'
const asWriter = basic(WRITER, WRITER_PASSWORD)

let primary: Postgres
let replica: PostgresReplica
let redis: Redis
let services: readonly RunningService[] = []
let marks = 0

const start = (settings: Readonly<Record<string, string>>): Promise<RunningService> =>
  startService(readSettings({ ...SETTINGS, ...settings }), pino({ level: 'silent' }))

beforeAll(async () => {
  primary = await startPostgres({ settings: FOLLOWED })
  redis = await startRedis()
  const first = await start({ DATABASE_URL: primary.url })
  const writer = `{ username: "writer", email: "${WRITER}", password: "${WRITER_PASSWORD}", role: EDITOR }`
  await graphql(first, `mutation { createUser(input: ${writer}) { id } }`, AS_ADMIN)
  await first.stop()
  replica = await startReplica(primary)
  const settings = { DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url, REDIS_URL: redis.url }
  services = [await start(settings), await start(settings)]
  for (const service of services) await replicaIs('fresh', service)
}, 90_000)
afterAll(async () => {
  for (const service of services) await service.stop()
  await replica.stop()
  await primary.stop()
  await redis.stop()
}, 60_000)

const graphql = async (service: RunningService | undefined, query: string, as: string | null) => {
  const response = await fetch(`${service?.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(as !== null && { authorization: as }) },
    body: JSON.stringify({ query }),
  })
  const { data } = (await response.json()) as { readonly data: Record<string, unknown> }
  return data
}
/** Waits until the service counts its replica as `fresh`, `behind` or `away`. */
const replicaIs = (state: string, service: RunningService | undefined): Promise<void> =>
  vi.waitFor(
    async () => {
      const metrics = await (await fetch(`${service?.url}/metrics`)).text()
      expect(metrics).toContain(`database_replicas{state="${state}"} 1
`)
    },
    { timeout: 10_000, interval: 100 },
  )
const titles = async (service: RunningService | undefined, as: string | null = null): Promise<string[]> => {
  const { articles } = await graphql(service, '{ articles { title } }', as)
  return (articles as { title: string }[]).map(({ title }) => title)
}
const restTitles = async (service: RunningService | undefined, as: string | null = null) => {
  const response = await fetch(`${service?.url}/api/articles`, {
    headers: as === null ? {} : { authorization: as },
  })
  return ((await response.json()) as { title: string }[]).map(({ title }) => title)
}
const publish = async (service: RunningService | undefined, title: string, as = AS_ADMIN): Promise<void> => {
  const input = `{ authorId: "2", title: "${title}", content: "Text", status: PUBLISHED }`
  const created = await graphql(service, `mutation { createArticle(input: ${input}) { id } }`, as)
  expect(created).toMatchObject({ createArticle: { id: expect.any(String) } })
}

/** Waits until the replica equals the database, and then pauses the replica. */
const pauseInStep = async (): Promise<void> => {
  await replica.resume()
  marks += 1
  await publish(services[0], `In step ${marks}`, asWriter)
  await expect.poll(() => titles(services[1]), { timeout: 10_000 }).toContain(`In step ${marks}`)
  await replica.pause()
}

describe('C10.2 DATABASE_REPLICA_URLS', { timeout: 60_000 }, () => {
  afterEach(() => replica.resume())

  it('content comes from a replica, except for recent writers', async () => {
    await pauseInStep()
    await publish(services[0], 'Not there yet', asWriter)
    // The replica shows the content from before its pause.
    for (const service of services) {
      expect(await titles(service)).not.toContain('Not there yet')
      expect(await restTitles(service)).not.toContain('Not there yet')
    }
  })

  it('writers see their writes at once, at any process, over both interfaces', async () => {
    // The administrator only reads: at first its writes are unknown, and then the replica has them.
    const readsTheReplica = async (): Promise<boolean> => {
      await pauseInStep()
      await publish(services[0], `By another ${marks}`, asWriter)
      return !(await titles(services[0], AS_ADMIN)).includes(`By another ${marks}`)
    }
    await expect.poll(readsTheReplica, { timeout: 30_000, interval: 500 }).toBe(true)
    await publish(services[0], 'Mine', AS_ADMIN)
    for (const service of services) {
      expect(await titles(service, AS_ADMIN)).toContain('Mine')
      expect(await restTitles(service, AS_ADMIN)).toContain('Mine')
      expect(await titles(service)).not.toContain('Mine')
    }
  })

  it('the service stops reading from a stopped replica after some seconds', async () => {
    await pauseInStep()
    await publish(services[0], 'Overdue', asWriter)
    expect(await titles(services[0])).not.toContain('Overdue')
    await expect.poll(() => titles(services[0]), { timeout: 15_000, interval: 200 }).toContain('Overdue')
    await replicaIs('behind', services[0])
  })

  it('the service works without a dead replica', async () => {
    await replica.kill()
    await publish(services[0], 'Without it', asWriter)
    for (const service of services) expect(await titles(service)).toContain('Without it')
    await replicaIs('away', services[0])
    await replica.restart()
    await replicaIs('fresh', services[0])
  })
})
