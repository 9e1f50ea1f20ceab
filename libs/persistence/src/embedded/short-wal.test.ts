import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEmbedded } from './open-embedded.ts'
import { openDatabase } from '../database/orm.ts'

const SEGMENT_MB = 16

it('C10.4 the write-ahead log of an embedded database stays short during all writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'short-wal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const embedded = await openEmbedded(join(folder, 'database'))
  const database = await openDatabase({ embedded })
  const logMb = async () => {
    const names = await readdir(join(folder, 'database', 'pg_wal'))
    return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).length * SEGMENT_MB
  }
  await database.session().execute('create table long_texts (content text storage external)')
  const FILL = "select repeat('x', 12_000_000)"
  for (let count = 0; count < 12; count += 1) {
    await database.session().transactional((em) => em.execute(`insert into long_texts ${FILL}`))
    await new Promise((resolve) => setTimeout(resolve, 110))
  }
  await expect.poll(logMb).toBeLessThanOrEqual(80)
  await database.close()
  await embedded.close()
})
