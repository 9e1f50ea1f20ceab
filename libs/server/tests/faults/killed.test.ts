import { afterEach, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { aDatabase, DATABASES, type TestDatabase } from '../support/service.ts'
import { findDoubled, lost } from '../support/kept.ts'
import { startWriters } from '../support/writers.ts'

const KILLS = countRuns({ short: 1, long: 20 })
/** The number of acknowledged articles between two kills. */
const BETWEEN = 10

describe('C10.4 kill -9 of the API in a loop, under writes', { timeout: 600_000 }, () => {
  let database: TestDatabase
  let api: ApiProcess | undefined

  afterEach(async () => {
    await api?.kill()
    await database.remove()
  })

  it.each(DATABASES)('on %s keeps all acknowledged articles, and creates none twice', async (kind) => {
    database = await aDatabase(kind)
    const settings = { ...database.environment, PORT: String(await freePort()) }
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
    expect(await findDoubled(api.url)).toEqual([])
    expect(writers.unanswered()).toBeGreaterThan(0)
  })
})
