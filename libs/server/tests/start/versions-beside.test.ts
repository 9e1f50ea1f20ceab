import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type { ServiceOptions } from '../../src/composition/composition.ts'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { ADMIN_ID, ADMIN_PASSWORD, JWT_SECRET } from '../support/service.ts'
import { AFTER, BEFORE } from '../support/versions/team-versions.ts'
import { Load, type Served } from '../support/versions/load.ts'

const ROUNDS = 3

/** A person reads the proposal and completes the lines with "backfill". */
const complete = (text: string): string =>
  text
    .replaceAll(/ -- backfill: if the table has rows[^`]*/g, ' default 7')
    .replaceAll(
      /`alter table ("\w+") alter column ("\w+") set not null -- backfill[^`]*`,/g,
      "`update $1 set $2 = 'old' where $2 is null`,\n  `alter table $1 alter column $2 set not null`,",
    )

describe('C15.17 two versions of a team beside each other, and back', { timeout: 180_000 }, () => {
  let database: TestDatabase
  let folder: string
  let environment: Record<string, string>
  let earlier: ServiceOptions
  let later: ServiceOptions
  let services: readonly [RunningService, Served][] = []
  const load = new Load()

  const start = async (side: Served['side']): Promise<Served> => {
    const options = side === 'before' ? earlier : later
    const service = await startService(readSettings(environment), pino({ level: 'silent' }), options)
    const authorization = `Bearer ${jwt.sign({ sub: ADMIN_ID }, JWT_SECRET, { expiresIn: '15m' })}`
    const served = { url: service.url, side, model: options.model ?? BEFORE, authorization }
    services = [...services, [service, served]]
    return served
  }
  const stop = async (served: Served): Promise<void> => {
    await services.find(([, each]) => each === served)?.[0].stop()
    services = services.filter(([, each]) => each !== served)
  }
  const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }
  const listWarnings = async ({ url, authorization }: Served): Promise<readonly string[]> => {
    const details = await (await fetch(`${url}/readyz`, { headers: { authorization } })).json()
    return (details as { readonly warnings?: readonly string[] }).warnings ?? []
  }

  beforeAll(async () => {
    database = await createMigratedDatabase()
    folder = await mkdtemp(join(tmpdir(), 'versions-'))
    environment = {
      DATABASE_URL: database.url,
      JWT_SECRET,
      ADMIN_PASSWORD,
      PORT: '0',
      SAMPLE_CONTENT: 'false',
      RATE_LIMIT: '1000000',
      RATE_LIMIT_ANONYMOUS: '1000000',
    }
    const first = await proposeMigration('first', environment, { model: BEFORE })
    earlier = { model: BEFORE, migrations: [first] }
    await runCommandHere(['migrate'], environment, earlier)
  }, 60_000)
  afterAll(async () => {
    for (const [service] of services) await service.stop()
    await database.drop()
    await rm(folder, { recursive: true })
  })

  it('no request fails, and no acknowledged record is lost, for each kind of change', async () => {
    const old = await start('before')
    await load.run(old, 1)
    expect(load.failures).toEqual([])

    const file = join(folder, 'before.json')
    await writeFile(file, (await runCommandHere(['types', 'list', '--json'], environment, earlier)).output)
    const [first] = earlier.migrations ?? []
    const proposal = { model: AFTER, migrations: first ? [first] : [] }
    const next = await proposeMigration('next', environment, proposal, { against: file, complete })
    later = { model: AFTER, migrations: [...proposal.migrations, next] }
    const migrated = await runCommandHere(['migrate'], environment, later)
    expect([migrated.code, migrated.errors]).toEqual([0, ''])

    const fresh = await start('after')
    await Promise.all([load.run(old, ROUNDS), load.run(fresh, ROUNDS)])
    await stop(fresh)
    await load.run(old, 1)
    await stop(old)
    expect(load.failures).toEqual([])
  })

  it('the version before starts again, warns, and shows and writes its records', async () => {
    const old = await start('before')
    await load.run(old, 1)
    expect(load.failures).toEqual([])
    const warnings = await listWarnings(old)
    expect(warnings).toContainEqual(
      expect.stringMatching(/^state_added_meetups\.status: \d+ records have the state MOVED/),
    )
  })

  it('all acknowledged records are stored with their last title', async () => {
    const groups = Map.groupBy(load.acknowledged, ([key]) => key.split(' ')[0] ?? '')
    expect(groups.size).toBeGreaterThan(40)
    for (const [table, records] of groups) {
      const rows = await query(`select id::text as id, title from "${table}"`)
      const titles = new Map(rows.map(({ id, title }) => [`${table} ${String(id)}`, title]))
      const lost = records.filter(([key, title]) => titles.get(key) !== title)
      expect(lost, table).toEqual([])
    }
  })
})
