import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { bearerOfAdmin, startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { aDatabase, SAMPLED_DATABASES, type TestDatabase } from '../support/service.ts'

interface Done {
  readonly id: string
  readonly isReplayed: boolean
}

describe('C6.9 kill -9 between a write and its response', { timeout: 180_000 }, () => {
  let kept: TestDatabase
  const running: ApiProcess[] = []

  afterEach(async () => {
    for (const api of running.splice(0)) await api.kill()
    await kept.remove()
  })

  const start = async (settings: Readonly<Record<string, string>>): Promise<ApiProcess> => {
    const api = await startApi(settings)
    running.push(api)
    return api
  }
  const send = (url: string, title: string, init: RequestInit = {}) =>
    fetch(`${url}/api/articles`, {
      ...init,
      method: 'POST',
      headers: {
        authorization: bearerOfAdmin(),
        'content-type': 'application/json',
        'idempotency-key': title,
      },
      body: JSON.stringify({ title, content: 'Text' }),
    })

  /** Sends one request; null without a response, or with a response that asks for a repetition. */
  const create = async (url: string, title: string): Promise<Done | null> => {
    const response = await send(url, title).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (response === null || !text || [409, 503].includes(response.status)) return null
    if (response.status !== 201) throw new Error(text)
    return { id: JSON.parse(text).id, isReplayed: response.headers.get('idempotent-replayed') === 'true' }
  }
  const createUntilAnswered = async (url: string, title: string): Promise<Done> => {
    for (;;) {
      const done = await create(url, title)
      if (done) return done
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  it('before the response is stored nothing is written, and the retry runs in another process', async () => {
    kept = await aDatabase('PostgreSQL')
    const settings = kept.environment
    const first = await start(settings)
    const other = await start(settings)
    const database = new Client({ connectionString: kept.databaseUrl })
    await database.connect()
    const waiting = async () =>
      (
        await database.query(
          "select 1 from pg_locks where relation = 'idempotency_keys'::regclass and not granted",
        )
      ).rows.length
    // The lock allows look-ups of answers and blocks their writes: the article is then written and not committed.
    await database.query('begin')
    await database.query('lock table idempotency_keys in share mode')
    const lost = create(first.url, 'killed')
    await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBe(1)
    await first.kill()
    expect(await lost).toBeNull()
    await database.query('commit')
    const retried = await createUntilAnswered(other.url, 'killed')
    const { rows } = await database.query('select id from articles')
    await database.end()
    expect([retried.isReplayed, rows]).toEqual([false, [{ id: retried.id }]])
  })

  it.each(SAMPLED_DATABASES)(
    'on %s after the response is stored, the retry gets the lost response',
    async (kind) => {
      kept = await aDatabase(kind)
      const api = await start(kept.environment)
      const controller = new AbortController()
      const lost = send(api.url, 'lost', { signal: controller.signal })
      const { headers } = await lost
      controller.abort()
      await api.kill()
      const again = await start(kept.environment)
      const retried = await createUntilAnswered(again.url, 'lost')
      expect([retried.isReplayed, headers.get('location')]).toEqual([true, `/api/articles/${retried.id}`])
    },
  )
})
