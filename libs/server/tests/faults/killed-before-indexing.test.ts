import { Client } from 'pg'
import { expect, it } from 'vitest'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { bearerOfAdmin, startApi } from '../support/processes/api-process.ts'
import { aDatabase } from '../support/service.ts'
import { startWorker } from '../support/processes/worker-process.ts'

it('C10.4 a worker indexes for searches what a killed process has written', { timeout: 60_000 }, async () => {
  const { environment, databaseUrl, remove } = await aDatabase('PostgreSQL')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const countIndexed = async (): Promise<number> => {
    const { rows } = await client.query("select from search_documents where document @@ 'zeppelin'")
    return rows.length
  }
  const settings = { ...environment, PORT: String(await freePort()) }
  const api = await startApi(settings)
  const created = await fetch(`${api.url}/api/articles`, {
    method: 'POST',
    headers: { authorization: bearerOfAdmin(), 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Zeppelin', content: 'Text' }),
  })
  await api.kill()
  expect(created.status).toBe(201)
  const worker = startWorker({ DATABASE_URL: databaseUrl ?? '' })
  await expect.poll(countIndexed, { timeout: 30_000 }).toBe(1)
  worker.child.kill('SIGTERM')
  await worker.ended
  await client.end()
  await remove()
})
