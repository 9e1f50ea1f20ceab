import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { openEmbedded } from './open-embedded.ts'
import { limitStatements } from './statement-limit.ts'

/** It never ends, as a filter through many links. */
const ENDLESS = 'with recursive n as (select 1 union all select 1 from n) select count(*) from n'

describe('the thread of an embedded database', () => {
  let folder: string
  let database: EmbeddedDatabase
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-'))
    database = await openEmbedded(join(folder, 'database'))
    await database.exec('create table notes (id integer primary key, text text, at timestamptz, data jsonb)')
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const count = async () =>
    (await database.query<{ count: number }>('select count(*)::int as count from notes')).rows[0]?.count

  it('gives back values as PGlite does, and the members of errors', async () => {
    const at = new Date(0)
    const values = [1, 'ü', at, { a: [1, null] }]
    const added = await database.query('insert into notes values ($1, $2, $3, $4) returning *', values)
    expect(added).toEqual({ rows: [{ id: 1, text: 'ü', at, data: { a: [1, null] } }], affectedRows: 1 })
    const again = database.query('insert into notes (id) values (1)')
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'notes_pkey' })
  })

  it('runs one transaction at a time, and rolls back one that fails', async () => {
    const slow = database.transaction(async (transaction) => {
      await transaction.query('insert into notes (id) values (1)')
      await new Promise((resolve) => setTimeout(resolve, 50))
      await transaction.query('insert into notes (id) values (2)')
    })
    const failing = database.transaction(async (transaction) => {
      await transaction.query('insert into notes (id) values (3)')
      await transaction.query('insert into notes (id) values (1)')
    })
    const read = count()
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    await slow
    expect([await read, await count()]).toEqual([expect.toBeOneOf([0, 2]), 2])
  })

  it('C13.6 ends a statement at its limit: other requests wait no longer, and committed rows stay', async () => {
    await database.query('insert into notes (id) values (1)')
    let wakes = 0
    await database.listen('notes', () => (wakes += 1))
    let ticks = 0
    const ticking = setInterval(() => (ticks += 1), 10)
    const endless = limitStatements(300, () => database.query(ENDLESS))
    const inTransaction = database.transaction(async (transaction) => {
      await transaction.query('insert into notes (id) values (2)')
      await limitStatements(300, () => transaction.query(ENDLESS))
    })
    const waiting = count()
    await expect(endless).rejects.toMatchObject({ code: '57014' })
    await expect(inTransaction).rejects.toMatchObject({ code: '57014' })
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(5)
    expect([await waiting, await count()]).toEqual([1, 1])
    expect(wakes).toBeGreaterThan(0)
    await database.query("select pg_notify('notes', '')")
    await expect.poll(() => wakes).toBeGreaterThan(2)
  })

  it('C10.4 starts again after its thread has died', async () => {
    await database.query('insert into notes (id) values (1)')
    const dying = database.exec('do $$ begin perform pg_terminate_backend(pg_backend_pid()); end $$')
    await dying.catch(() => undefined)
    await expect.poll(() => count().catch(() => null)).toBe(1)
  })
})

it('C10.1 an embedded database that cannot be opened says why', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  const { writeFile, mkdir } = await import('node:fs/promises')
  await mkdir(join(folder, 'database'))
  await writeFile(join(folder, 'database', 'content-service.ready'), '')
  await writeFile(join(folder, 'database', 'PG_VERSION'), '9\n')
  await expect(openEmbedded(join(folder, 'database'))).rejects.toThrow()
  await rm(folder, { recursive: true })
})
