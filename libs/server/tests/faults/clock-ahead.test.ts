import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../support/processes/deployed.ts'
import { runCommandHere } from '../support/processes/run-command.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe('C10.7 a machine whose clock is an hour ahead', { timeout: 60_000 }, () => {
  const page = readFileSync(join(ROOT, 'docs/faults-and-alarms.md'), 'utf8')
  const [, section = ''] = /^## A clock that is wrong$([^]*?)^## /m.exec(page) ?? []
  const [, statements = ''] = /```sql\n([^]*?)```/.exec(section) ?? []
  const [, question = ''] = /`(select id, [^`]*)`/.exec(section) ?? []
  let service: TestService
  let client: Client
  beforeAll(async () => {
    service = await startTestService('PostgreSQL')
    client = new Client({ connectionString: service.databaseUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await service.stop()
  })

  const create = async (title: string): Promise<void> => {
    const body = { title, content: 'Text', status: 'PUBLISHED' }
    expect((await service.call('POST', '/api/articles', { body })).status).toBe(201)
  }
  const listTitles = async (): Promise<readonly string[]> => {
    const { body } = await service.call('GET', '/api/articles?limit=2')
    return body.map(({ title }: { readonly title: string }) => title)
  }

  it('has its articles first; the page finds them, and its statements put them into their place', async () => {
    await create('Of the machine that is ahead')
    await client.query(`update articles set created_at = created_at + interval '1 hour',
      published_at = published_at + interval '1 hour' where title like 'Of the machine%'`)
    await create('A later one')
    expect(await listTitles()).toEqual(['Of the machine that is ahead', 'A later one'])
    expect((await client.query(question)).rows).toMatchObject([{ title: 'Of the machine that is ahead' }])
    await client.query(statements)
    expect(await listTitles()).toEqual(['A later one', 'Of the machine that is ahead'])
    expect((await client.query(question)).rows).toEqual([])
    const settings = { DATABASE_URL: service.databaseUrl ?? '' }
    expect((await runCommandHere(['check'], settings)).output).toBe('The records are consistent.\n')
  })
})
