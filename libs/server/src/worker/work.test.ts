import { TEST_AUDIT_CONTEXT, anArticle, aUser } from '@content-service/domain/testing'
import { createSchedule, withValues } from '@content-service/domain/internal/model'
import { Article, type UserId } from '@content-service/domain'
import { createStores, openDatabase } from '@content-service/persistence'
import { Client } from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { startWorker } from '../../tests/support/processes/worker-process.ts'

describe('npm run worker', { timeout: 60_000 }, () => {
  it('C4.3 publishes due articles within seconds, and ends with 0 on SIGTERM', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    const database = await openDatabase({ url })
    await database.migrate()
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    const { id } = await stores.records(Article).add(anArticle(stores, ada.id, { status: 'REVIEW' }))
    const worker = startWorker({ DATABASE_URL: url })
    const soon = new Date(Date.now() + 1_500)
    await stores
      .records(Article)
      .change(id, (current) => withValues(current, { ...current, ...createSchedule(soon, null) }, new Date()))
    await expect
      .poll(async () => (await stores.records(Article).get(id))?.status, { timeout: 30_000, interval: 100 })
      .toBe('PUBLISHED')
    const { publishedAt } = (await stores.records(Article).get(id)) as { publishedAt: Date }
    expect(publishedAt.getTime()).toBeGreaterThanOrEqual(soon.getTime())
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
    await database.close()
    await drop()
  })

  it('C17.2 publishes the articles of people who may publish now, and drops other schedules', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    const database = await openDatabase({ url })
    await database.migrate()
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const add = (name: string) => stores.users.add(aUser(name, 'EDITOR'), null)
    const [eve, max, gone] = [await add('eve'), await add('max'), await add('gone')]
    const due = new Date(Date.now() - 1_000)
    const schedule = async (by: UserId) => {
      const { id } = await stores.records(Article).add(anArticle(stores, eve.id, { status: 'REVIEW' }))
      await stores
        .records(Article)
        .change(id, (current) => withValues(current, { ...current, ...createSchedule(due, by) }, new Date()))
      return id
    }
    const ids = [await schedule(eve.id), await schedule(max.id), await schedule(gone.id)]
    await stores.users.change(max.id, (current) => ({ ...current, roles: ['AUTHOR'] }))
    await stores.users.remove(gone.id, () => undefined)
    const worker = startWorker({ DATABASE_URL: url })
    const readAll = () => Promise.all(ids.map((id) => stores.records(Article).get(id)))
    await expect
      .poll(async () => (await readAll()).map((article) => article?.scheduledFor), { timeout: 30_000 })
      .toEqual([null, null, null])
    expect((await readAll()).map((article) => article?.status)).toEqual(['PUBLISHED', 'REVIEW', 'REVIEW'])
    worker.child.kill('SIGTERM')
    await worker.ended
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      "select resource_id, reason from audit_entries where action = 'publish-scheduled' and decision = 'DENY' order by 1",
    )
    expect(rows).toEqual(ids.slice(1).map((id) => ({ resource_id: id, reason: 'FORBIDDEN' })))
    await client.end()
    await database.close()
    await drop()
  })

  it('WORKER_STATEMENT_TIMEOUT_MS ends a statement that takes longer', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    const database = await openDatabase({ url })
    await database.migrate()
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(
      `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(5); return null; end';
       create trigger slow before delete on oauth_sessions execute function wait()`,
    )
    const { child, ended } = startWorker({ DATABASE_URL: url, WORKER_STATEMENT_TIMEOUT_MS: '100' })
    let log = ''
    child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    await expect
      .poll(() => log, { timeout: 30_000 })
      .toMatch(/canceling statement due to statement timeout.*"purge-sessions"/)
    child.kill('SIGTERM')
    await ended
    await client.end()
    await database.close()
    await drop()
  })

  it('C10.2 a worker names its missing and wrong settings', async () => {
    const { code, errors } = await startWorker({ DATABASE_URL: '', TRASH_RETENTION_DAYS: '0' }).ended
    expect(code).toBe(2)
    expect(errors).toContain('Set DATABASE_URL')
    expect(errors).toContain('TRASH_RETENTION_DAYS must be a decimal integer from 1 to 3650')
  })
})
