import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres-database.ts'
import { freePort } from '../../../../tools/postgres-server.ts'
import type {} from '../../../../tools/vitest-postgres.ts'
import { startApi, type ApiProcess } from '../testing/api-process.ts'
import { DATABASES, type DatabaseKind } from '../testing/service.ts'
import { doubled, lost } from '../testing/kept.ts'
import { startWriters } from '../testing/writers.ts'

const KILLS = 3
/** So many acknowledged articles more before the next one. */
const BETWEEN = 10

describe('C10.4 kill -9 of the API in a loop, under writes', { timeout: 120_000 }, () => {
  let folder: string
  let drop: () => Promise<void>
  let api: ApiProcess | undefined

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
    drop = async () => undefined
  })
  afterEach(async () => {
    await api?.kill()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })

  const databaseOf = async (kind: DatabaseKind): Promise<Readonly<Record<string, string>>> => {
    if (kind === 'PGlite') return { DATA_DIR: folder }
    const database = await createDatabase(inject('postgresUrl'))
    drop = database.drop
    return { DATABASE_URL: database.url }
  }

  it.each(DATABASES)('on %s loses nothing that was acknowledged, and doubles nothing', async (kind) => {
    const settings = { ...(await databaseOf(kind)), PORT: String(await freePort()) }
    api = await startApi(settings)
    const writers = startWriters(api.url)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await writers.more(BETWEEN)
      await api.kill()
      api = await startApi(settings)
      expect(await lost(api.url, writers.acknowledged)).toEqual([])
    }
    await writers.finish()
    expect(await lost(api.url, writers.acknowledged)).toEqual([])
    expect(await doubled(api.url)).toEqual([])
    expect(writers.unanswered()).toBeGreaterThan(0)
  })
})
