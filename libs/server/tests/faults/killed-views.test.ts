import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { bearerOfAdmin, startApi, type ApiProcess } from '../support/processes/api-process.ts'

const READS = 20

describe('C4.6 views of processes that end', () => {
  let database: Awaited<ReturnType<typeof createMigratedDatabase>>
  const running: ApiProcess[] = []
  const start = async (): Promise<ApiProcess> => {
    const api = await startApi({ DATABASE_URL: database.url, ADMIN_EMAIL: 'admin@example.org' })
    running.push(api)
    return api
  }
  beforeAll(async () => {
    database = await createMigratedDatabase()
  })
  afterAll(async () => {
    for (const api of running) await api.kill()
    await database.drop()
  })

  const create = async ({ url }: ApiProcess): Promise<string> => {
    const body = JSON.stringify({ title: 'Viewed', content: 'Text.', status: 'PUBLISHED' })
    const headers = { 'content-type': 'application/json', authorization: bearerOfAdmin() }
    const response = await fetch(`${url}/api/articles`, { method: 'POST', headers, body })
    return ((await response.json()) as { readonly id: string }).id
  }
  const read = async ({ url }: ApiProcess, id: string): Promise<void> => {
    for (let each = 0; each < READS; each += 1)
      expect((await fetch(`${url}/api/articles/${id}`)).status).toBe(200)
  }
  const count = async ({ url }: ApiProcess, id: string): Promise<number> =>
    ((await (await fetch(`${url}/api/articles/${id}/stats`)).json()) as { readonly views: number }).views

  it('are written by two processes at once, kept by a kill after a second, and written at a shutdown', async () => {
    const [first, second] = await Promise.all([start(), start()])
    const id = await create(first)
    await Promise.all([read(first, id), read(second, id)])
    await expect.poll(() => count(first, id), { timeout: 5_000 }).toBe(2 * READS)
    await first.kill()
    expect(await count(second, id)).toBe(2 * READS)
    await read(second, id)
    await second.stop()
    const third = await start()
    expect(await count(third, id)).toBe(3 * READS)
    await read(third, id)
    await third.kill()
    const left = await count(await start(), id)
    // A kill loses the reads of the last second at most, and counts none twice.
    expect(left).toBeGreaterThanOrEqual(3 * READS)
    expect(left).toBeLessThanOrEqual(4 * READS)
  }, 120_000)
})
