import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRedis, type Redis } from '../../../../../tools/programs/redis.ts'
import { requirePrograms } from '../../../../../tools/programs/required-programs.ts'
import { createMigratedDatabase } from '../../../tests/support/processes/migrated-database.ts'
import { runCommandHere } from '../../../tests/support/processes/run-command.ts'

requirePrograms('Redis')

let redis: Redis
let database: Awaited<ReturnType<typeof createMigratedDatabase>>
beforeAll(async () => {
  redis = await startRedis()
  database = await createMigratedDatabase()
}, 30_000)
afterAll(async () => {
  await database.drop()
  await redis.stop()
})

const examine = async (url = redis.url): Promise<string> => {
  const { output } = await runCommandHere(['doctor'], { DATABASE_URL: database.url, REDIS_URL: url })
  return /^.*REDIS_URL.*$/m.exec(output)?.[0] ?? output
}

it('C9.2 doctor signs in to Redis, and notices a wrong password and a server that hangs', async () => {
  expect(await examine()).toBe('ok     REDIS_URL')
  expect(await examine(redis.url.replace('//', '//nobody:secret@'))).toMatch(/^wrong +REDIS_URL: WRONGPASS/)
  redis.freeze()
  expect(await examine()).toMatch(/^wrong +REDIS_URL: no answer within 5 s/)
})
