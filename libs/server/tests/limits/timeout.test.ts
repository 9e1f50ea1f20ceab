import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let database: { readonly url: string; drop(): Promise<void> }
beforeAll(async () => {
  database = await createMigratedDatabase()
  service = await startTestService('PostgreSQL', { DATABASE_URL: database.url, GRAPHQL_TIMEOUT_MS: '500' })
}, 60_000)
afterAll(async () => {
  await service.stop()
  await database.drop()
})

it(
  'C5.8 a request that takes too long is TIMEOUT, and its writes are rolled back',
  { timeout: 30_000 },
  async () => {
    const created = await service.graphql(
      'mutation { createArticle(input: { authorId: "2", title: "Before", content: "Text" }) { id } }',
    )
    const { id } = created.body.data.createArticle
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query('begin')
    await other.query('select 1 from articles where id = $1 for update', [id])
    const late = await service.graphql(
      `mutation { updateArticle(input: { id: "${id}", title: "After" }) { id } }`,
    )
    expect([late.status, late.headers.get('retry-after'), late.body.errors[0].extensions.code]).toEqual([
      503,
      '5',
      'TIMEOUT',
    ])
    await other.query('commit')
    // The waiting statement continues now. The next statement waits for its lock, and so comes after its end.
    await other.query('select 1 from articles where id = $1 for update', [id])
    await other.end()
    const { body } = await service.graphql(`{ article(id: "${id}") { title version } }`)
    expect(body.data.article).toEqual({ title: 'Before', version: 1 })
  },
)
