import { contentModel } from '@content-service/domain'
import { fairModel, nextFairModel } from '@content-service/domain/testing'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { createMigratedDatabase } from '../../tests/support/processes/migrated-database.ts'
import { proposeMigration } from '../../tests/support/processes/proposed-migration.ts'
import { runCommandHere } from '../../tests/support/processes/run-command.ts'
import { ADMIN_PASSWORD, JWT_SECRET } from '../../tests/support/service.ts'
import { readSettings } from '../settings/read-settings.ts'
import { startService } from '../start/start.ts'
import type { ServiceOptions } from './composition.ts'

const SOLD = 'fair_stands.stage: 1 record has the state SOLD, which the declaration does not have'
const NO_KEY = 'fair_stands: the foreign key fair_stands_hall_id_fkey is missing'

describe('C15.17 a start on tables that a later version has changed', { timeout: 60_000 }, () => {
  let database: TestDatabase
  let environment: Record<string, string>
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line).msg) })

  const query = async (text: string): Promise<void> => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const start = async (options: ServiceOptions): Promise<unknown> => {
    const service = await startService(readSettings(environment), log, options)
    try {
      return await (await fetch(`${service.url}/readyz`)).json()
    } finally {
      await service.stop()
    }
  }

  let migrations: NonNullable<ServiceOptions['migrations']>
  beforeAll(async () => {
    database = await createMigratedDatabase()
    environment = {
      DATABASE_URL: database.url,
      JWT_SECRET,
      ADMIN_PASSWORD,
      PORT: '0',
      SAMPLE_CONTENT: 'false',
    }
    const first = await proposeMigration('add-fair', environment, { model: fairModel })
    await runCommandHere(['migrate'], environment, { model: fairModel, migrations: [first] })
    const next = await proposeMigration('next', environment, { model: nextFairModel, migrations: [first] })
    migrations = [first, next]
    await runCommandHere(['migrate'], environment, { model: nextFairModel, migrations })
    await query(`insert into fair_stands (id, title, stage, created_at, version)
      values (gen_random_uuid(), 'Sold', 'SOLD', now(), 1)`)
  }, 60_000)
  afterAll(() => database.drop())

  it('warns of records in a state that it does not know, in the log and at /readyz, and serves', async () => {
    const details = await start({ model: fairModel, migrations: migrations.slice(0, 1) })
    expect(details).toMatchObject({ status: 'ready', warnings: expect.arrayContaining([SOLD]) })
    expect(logged).toContain(`${SOLD}. See docs/faults-and-alarms.md#versions-beside-each-other`)
  })

  it('C17.10 reads the rows once for the declarations of a version, and again while they do not fit', async () => {
    const options = { model: nextFairModel, migrations }
    expect(await start(options)).not.toHaveProperty('warnings')
    await query(`insert into fair_stands (id, title, stage, created_at, version)
      values (gen_random_uuid(), 'Lost', 'LOST', now(), 1)`)
    expect(await start(options)).not.toHaveProperty('warnings')
    const LOST = 'fair_stands.stage: 1 record has the state LOST, which the declaration does not have'
    const beside = await start({ model: fairModel, migrations: migrations.slice(0, 1) })
    expect(beside).toMatchObject({ warnings: expect.arrayContaining([LOST]) })
    for (const _ of [1, 2])
      expect(await start(options)).toMatchObject({ warnings: expect.arrayContaining([LOST]) })
    await query("delete from fair_stands where stage = 'LOST'")
  })

  it('warns of a key that the later version has removed, and refuses to start without it otherwise', async () => {
    await query('alter table fair_stands drop constraint fair_stands_hall_id_fkey')
    const details = await start({ model: fairModel, migrations: migrations.slice(0, 1) })
    expect(details).toMatchObject({ status: 'ready', warnings: expect.arrayContaining([NO_KEY]) })
    await expect(start({ model: nextFairModel, migrations })).rejects.toThrow(NO_KEY)
  })

  it('refuses columns that are missing, because statements would fail', async () => {
    await query('alter table fair_stands drop column title cascade')
    await expect(start({ model: fairModel, migrations: migrations.slice(0, 1) })).rejects.toThrow(
      'fair_stands.title: the column is missing',
    )
  })

  it('has no warning on its own tables', async () => {
    expect(await start({ model: contentModel([]), migrations })).not.toHaveProperty('warnings')
  })
})
