import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../tools/postgres-database.ts'
import { freePort } from '../../../tools/postgres-server.ts'
import { codeIn, openPostOffice, type PostOffice } from './testing/post-office.ts'
import { startProgram, type RunningProgram } from './testing/processes.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN } from './testing/service.ts'

let [post, database] = [] as unknown as [PostOffice, Client]
let [url, drop] = [] as unknown as [string, () => Promise<void>]
const programs: RunningProgram[] = []
beforeAll(async () => {
  post = await openPostOffice()
  ;({ url, drop } = await createDatabase(inject('postgresUrl')))
  database = new Client({ connectionString: url })
  await database.connect()
})
afterAll(async () => {
  for (const { process } of programs) process.kill('SIGKILL')
  await Promise.all(programs.map((program) => program.ended()))
  await database.end()
  await drop()
  await post.close()
})

const start = async (smtpUrl: string): Promise<RunningProgram & { readonly url: string }> => {
  const program = startProgram('main.ts', [], {
    PORT: '0',
    DATABASE_URL: url,
    SAMPLE_CONTENT: 'false',
    JWT_SECRET: 'a secret of thirty-two bytes or more',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD,
    SMTP_URL: smtpUrl,
  })
  programs.push(program)
  const [, address] = await program.said(/(http:\/\/127\.0\.0\.1:[0-9]+)\/graphql/)
  return { ...program, url: address as string }
}
const mails = async () =>
  (await database.query<{ sealed: string; attempts: number }>('select * from mails')).rows

it(
  'C3.8 an invitation that was answered is mailed, although the process was killed; nobody reads it in the database',
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
    first.process.kill('SIGKILL')
    await first.ended()
    const kept = await mails()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toMatch(/nora|invited/i)
    // As if the wait before the next attempt were over.
    await database.query('update mails set next_attempt_at = now(), claimed_until = null')
    await start(post.url)
    const letter = await post.letterTo('nora@example.org')
    expect(codeIn(letter)).not.toBe('')
    await expect.poll(mails).toEqual([])
  },
)
