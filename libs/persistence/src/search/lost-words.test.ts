import { aUser, indexWithWords, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres } from '../testing/databases.ts'

const DELETED = 400
/** Records of a batch (learning.ts), words of a batch, and records in which a word is looked for. */
const [BATCH, WORDS, LOOKED_AT] = [1_000, 200, 10]

it.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)(
  'C15.13 the words of many deleted records are settled in bounded steps on %s',
  async (_, open) => {
    const test = await open()
    const session = test.database.session()
    const stores = createStores(session, TEST_AUDIT_CONTEXT)
    const execute = <Row>(statement: string, values: readonly unknown[] = []) =>
      session.execute<Row[]>(statement, [...values])
    const { id } = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    // Each of the first articles has a word of its own, and all share a word with those that stay.
    await execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
      select gen_random_uuid(), 'Words', case when n <= ${DELETED} then 'letters' || translate(n::text, '0123456789', 'abcdefghij') else '' end || ' shared',
        '', true, 'PUBLISHED', '{}', ?, now(), n from generate_series(1, ${2 * DELETED}) n`,
      [id],
    )
    await indexWithWords(stores)
    await session.begin()
    try {
      await execute(`delete from articles where version <= ${DELETED}`)
      let steps = 1
      for (;;) {
        const outcome = await stores.search.index()
        if (outcome === 'done') break
        // A call that waits for transactions of other databases on the server does nothing.
        if (outcome !== 'busy') steps += 1
      }
      const [left] = await execute<{ own: number; shared: number; read: number }>(
        `select (select count(*)::integer from search_words where word like 'letters%') as own,
        (select count(*)::integer from search_words where word = 'shared') as shared,
        pg_stat_get_xact_tuples_fetched('search_documents'::regclass)::integer as read`,
      )
      expect([left?.own, left?.shared]).toEqual([0, 1])
      expect(steps).toBeLessThanOrEqual(DELETED / WORDS + DELETED / BATCH + 5)
      // A word that no record has costs no record.
      expect(left?.read).toBeLessThanOrEqual(2 * LOOKED_AT)
    } finally {
      await session.rollback()
      await test.close()
    }
  },
  60_000,
)
