import { where } from '@content-service/authz'
import { builtInModel } from '@content-service/domain'
import type { Records } from '@content-service/domain/internal/service'
import { aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRow, type Sql } from '../statements/sql.ts'
import { createStores } from '../stores.ts'
import { Tables } from '../tables/tables.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'
import { createLiteralAttempt } from './attempts.ts'
import { createFewHitsStatement, createManyHitsStatement } from './hits.ts'

const ARTICLES = 60
const SCOPE = { ARTICLE: where<Records['articles']>().status.eq('PUBLISHED') }

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
  }[]
}

describe('C5.3 a search for two words', () => {
  let test: TestDatabase

  beforeAll(async () => {
    test = await openPostgres()
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
    const { id } = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    // PostgreSQL stores each document beside its row, in several pieces.
    await test.database.session().execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), 'Text', 'granite ' || text || ' slate', '', true, 'PUBLISHED', '{}', ?, now(), 1
        from generate_series(1, ${ARTICLES}) n, lateral (
          select string_agg(md5((n * 1000 + word)::text), ' ') as text from generate_series(1, 400) word
        ) texts`,
      [id],
    )
    while ((await stores.search.index()) !== 'done');
    await test.database.session().execute('vacuum analyze search_documents')
  })
  afterAll(() => test.close())

  /** The blocks that a statement reads with the settings of searches. Its first run on a connection also reads the catalogue. */
  const countBlocks = (statement: Sql): Promise<number> =>
    test.database.session().transactional(async (em) => {
      await em.execute('set local enable_seqscan = off')
      const explain = sql<Explained>`explain (analyze, buffers, format json) ${statement}`
      await findRow(em, explain)
      const row = await findRow(em, explain)
      const [plan] = row?.['QUERY PLAN'] ?? []
      return (plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0)
    })

  it.each([
    ['few', createFewHitsStatement],
    ['many', createManyHitsStatement],
  ])('reads each document once for its score, with the statement for %s hits', async (_, createStatement) => {
    const once = await countBlocks(sql`select sum(length(ts_delete(document, ''))) from search_documents`)
    const attempt = await createLiteralAttempt('granite slate')
    const search = { attempt, scope: SCOPE, tables: new Tables(builtInModel) }
    const statement = createStatement(search, { limit: 20, offset: 0 })
    expect(once).toBeGreaterThan(4 * ARTICLES)
    // In so small a table, PostgreSQL reads the documents once more to find the words. The rest is the articles and the indexes.
    expect(await countBlocks(statement)).toBeLessThan(2.8 * once)
  })
})
