import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { startTestService, type Answer, type TestService } from '../support/service.ts'

describe('C6.9 two processes on one database', { timeout: 60_000 }, () => {
  let [one, other, impatient] = [] as TestService[] as [TestService, TestService, TestService]
  let database: Client
  let article: string
  let close: () => Promise<void>

  beforeAll(async () => {
    const { url, drop } = await createMigratedDatabase()
    const settings = {
      DATABASE_URL: url,
      JWT_SECRET: 'a secret of thirty-two bytes or more',
      BASE_URL: 'http://127.0.0.1:9',
    }
    one = await startTestService('PostgreSQL', settings)
    other = await startTestService('PostgreSQL', settings)
    impatient = await startTestService('PostgreSQL', { ...settings, GRAPHQL_TIMEOUT_MS: '500' })
    database = new Client({ connectionString: url })
    await database.connect()
    const { body } = await one.call('POST', '/api/articles', {
      body: { title: 'Commented', content: 'Text', status: 'PUBLISHED' },
    })
    article = body.id
    close = async () => {
      await database.end()
      await one.stop()
      await other.stop()
      await impatient.stop()
      await drop()
    }
  }, 60_000)
  afterAll(() => close())

  const comment = (at: TestService, key: string): Promise<Answer> =>
    at.call('POST', `/api/articles/${article}/comments`, {
      headers: { 'idempotency-key': key },
      body: { content: key },
    })
  const mutation = (at: TestService, key: string): Promise<Answer> =>
    at.call('POST', '/graphql', {
      headers: { 'idempotency-key': key },
      body: { query: `mutation { createComment(articleId: "${article}", content: "${key}") { id } }` },
    })
  const count = async (table: string, where: string, value: string): Promise<number> =>
    (await database.query(`select 1 from ${table} where ${where} = $1`, [value])).rows.length
  const commentsSaying = (content: string) => count('comments', 'content', content)
  const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true'
  /** Locks the article, so that comments wait until the test calls the result. */
  const holdTheArticle = async () => {
    await database.query('begin')
    await database.query('select 1 from articles where id = $1 for update', [article])
    return () => database.query('commit')
  }
  /** Waits until a request waits for the lock of the article. */
  const someoneWaits = async (): Promise<void> => {
    const waiting = async () => {
      // Within a transaction, PostgreSQL would return the activity of the first look-up again.
      await database.query('select pg_stat_clear_snapshot()')
      return count('pg_stat_activity', 'datname = current_database() and wait_event_type', 'Lock')
    }
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(1)
  }

  it.each([
    ['REST', comment],
    ['GraphQL', mutation],
  ] as const)(
    'over %s a running request is 409 at once, and its answer is stored at its end',
    async (style, ask) => {
      const key = `runs-${style}`
      const release = await holdTheArticle()
      const first = ask(one, key)
      await someoneWaits()
      for (const at of [one, other]) {
        const answer = await ask(at, key)
        expect([answer.status, answer.body.code ?? answer.body.errors[0].extensions.code]).toEqual([
          409,
          'IDEMPOTENCY_CONFLICT',
        ])
        expect(answer.headers.get('retry-after')).toBe('1')
      }
      await release()
      const done = await first
      const again = await ask(other, key)
      expect([isReplayed(done), isReplayed(again), again.body]).toEqual([false, true, done.body])
      expect(await commentsSaying(key)).toBe(1)
    },
  )

  it('eight concurrent requests to both processes create one record, repeatedly', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = `eight-${round}`
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => comment(index % 2 ? one : other, key)),
      )
      expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
      expect(answers.filter((each) => each.status === 201 && !isReplayed(each))).toHaveLength(1)
      expect(await commentsSaying(key)).toBe(1)
    }
  })

  it('C5.8 a request that timed out has written and stored nothing, and the retry runs', async () => {
    const release = await holdTheArticle()
    expect((await mutation(impatient, 'given-up')).status).toBe(503)
    await release()
    const retry = async () => {
      const answer = await mutation(other, 'given-up')
      return [answer.status, isReplayed(answer)]
    }
    await expect.poll(retry, { timeout: 10_000, interval: 50 }).toEqual([200, false])
    expect(await commentsSaying('given-up')).toBe(1)
  })

  it('the stored request contains neither key nor payload, and is deleted after a day', async () => {
    await comment(one, 'a-key-to-look-for')
    const { rows } = await database.query('select name, payload, expires_at from idempotency_keys')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('a-key-to-look-for')
    await database.query("update idempotency_keys set expires_at = now() - interval '1 millisecond'")
    expect(isReplayed(await comment(other, 'a-key-to-look-for'))).toBe(false)
    expect(await commentsSaying('a-key-to-look-for')).toBe(2)
  })
})
