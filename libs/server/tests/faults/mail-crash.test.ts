import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { readCode, openPostOffice, type PostOffice } from '../support/post-office.ts'
import { AS_ADMIN } from '../support/service.ts'

let [post, database] = [] as unknown as [PostOffice, Client]
let [url, drop] = [] as unknown as [string, () => Promise<void>]
const running: ApiProcess[] = []
beforeAll(async () => {
  post = await openPostOffice()
  ;({ url, drop } = await createMigratedDatabase())
  database = new Client({ connectionString: url })
  await database.connect()
})
afterAll(async () => {
  await Promise.all(running.map((api) => api.kill()))
  await database.end()
  await drop()
  await post.close()
})

const start = async (smtpUrl: string): Promise<ApiProcess> => {
  const api = await startApi({ DATABASE_URL: url, SMTP_URL: smtpUrl })
  running.push(api)
  return api
}
const mails = async () =>
  (await database.query<{ sealed: string; attempts: number }>('select * from mails')).rows

it(
  'C3.8 an acknowledged invitation is mailed, although the process was killed; its row is not readable',
  { timeout: 60_000 },
  async () => {
    const nobodyListens = `smtp://127.0.0.1:${await freePort()}`
    const first = await start(nobodyListens)
    const answered = await fetch(`${first.url}/api/users/invitations`, {
      method: 'POST',
      headers: { authorization: AS_ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nora@example.org' }),
    })
    expect(answered.status).toBe(201)
    await first.kill()
    const kept = await mails()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toMatch(/nora|invited/i)
    // Ends the wait before the next attempt.
    await database.query('update mails set next_attempt_at = now(), claimed_until = null')
    await start(post.url)
    const letter = await post.letterTo('nora@example.org')
    expect(readCode(letter)).not.toBe('')
    await expect.poll(mails).toEqual([])
  },
)
