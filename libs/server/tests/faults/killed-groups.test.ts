import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { bearerOfAdmin, startApi } from '../support/processes/api-process.ts'
import { aDatabase } from '../support/service.ts'

const KILLS = countRuns({ short: 2, long: 20 })
const WRITERS = 24
/** The number of acknowledged articles between two kills. */
const BETWEEN = 100

/** Creates articles one after the other until the service is gone, and tells the ids of the acknowledged articles. */
const createArticles = async (url: string, writer: number, tell: (id: string) => void): Promise<void> => {
  try {
    for (let count = 0; ; count += 1) {
      const created = await fetch(`${url}/api/articles`, {
        method: 'POST',
        headers: { authorization: bearerOfAdmin(), 'content-type': 'application/json' },
        body: JSON.stringify({ title: `${writer} ${count}`, content: 'Text' }),
      })
      const { id } = (await created.json()) as { readonly id: string }
      if (created.status === 201) tell(id)
    }
  } catch {
    // The service is gone.
  }
}

it('C10.4 kill -9 under writes that share transactions keeps each acknowledged article, its audit entry and its event', async () => {
  const { environment, databaseUrl, remove } = await aDatabase('PostgreSQL')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const listIds = async (statement: string): Promise<readonly string[]> =>
    (await client.query<{ id: string }>(statement)).rows.map(({ id }) => id).toSorted()
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const api = await startApi(environment)
    const enough = acknowledged.length + BETWEEN
    const writing = Array.from({ length: WRITERS }, (_, writer) =>
      createArticles(api.url, writer, (id) => void acknowledged.push(id)),
    )
    while (acknowledged.length < enough) await sleep(5)
    await api.kill()
    await Promise.all(writing)
  }
  const articles = await listIds('select id from articles')
  expect(await listIds("select resource_id as id from audit_entries where resource = 'articles'")).toEqual(
    articles,
  )
  expect(await listIds("select resource_id as id from events where type = 'article.created'")).toEqual(
    articles,
  )
  expect(acknowledged.filter((id) => !articles.includes(id))).toEqual([])
  // A transaction with several articles shows that they have shared it.
  const { rows } = await client.query(
    "select from events where type = 'article.created' group by transaction_id having count(*) > 1",
  )
  expect(rows.length).toBeGreaterThan(0)
  await client.end()
  await remove()
}, 120_000)
