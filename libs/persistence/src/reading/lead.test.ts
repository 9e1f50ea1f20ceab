import type { Context } from '@content-service/domain'
import { planRows } from '@content-service/domain/internal/operations'
import { ManyLinked } from '@content-service/domain/internal/reading'
import { findOperation } from '@content-service/domain/internal/service'
import { prepareRead, readPlanned } from '@content-service/domain/internal/visibility'
import { aContext, aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { builtInModel, type ListOperation } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareStatement } from '../statements/prepared-statement.ts'
import { createStores } from '../stores.ts'
import { Tables } from '../tables/tables.ts'
import { SAMPLED_DATABASES, type TestDatabase } from '../testing/databases.ts'
import { explainPrepared } from '../testing/explain.ts'
import { queryStatement } from './query-statement.ts'

const ARTICLES = 4_000

describe.each(SAMPLED_DATABASES)(
  'C13.6 a condition through a link that leads to few records, on %s',
  (_, open) => {
    let test: TestDatabase
    const ids: Record<string, number> = {}
    const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)

    beforeAll(async () => {
      test = await open()
      for (const name of ['owner', 'rare', 'popular', 'hidden'])
        ids[name] = (await stores().users.add(aUser(name, 'AUTHOR'), null)).id
      // Every second article is a draft. The comments of `hidden` are on drafts, but for the last ones.
      const comment = (author: string, where: string) => `
      insert into comments (id, article_id, author_id, content, created_at, version)
      select gen_random_uuid(), id, ${ids[author]}, 'Well.', created_at, 1 from articles, lateral (
        select extract(hour from created_at)::int as hour, extract(epoch from created_at - timestamptz '2026-01-01Z')::int / 60 as n
      ) numbered where ${where};`
      await test.database.session().execute(`
      insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
      select gen_random_uuid(), 'Title ' || n, 'Text.', 'Text.', true, case n % 2 when 0 then 'PUBLISHED' else 'DRAFT' end,
        '{}', ${ids['owner']}, timestamptz '2026-01-01Z' + n * interval '1 minute', 1 from generate_series(1, ${ARTICLES}) n;
      ${comment('rare', 'n % 200 = 0')}
      ${comment('popular', 'n % 2 = 0')}
      ${comment('hidden', 'n % 2 = 1 or n < 10')}
      analyze articles; analyze comments; analyze users`)
    })
    afterAll(() => test.close())

    const byAuthor = (name: string) => ({ comments: { some: { author: { id: { eq: String(ids[name]) } } } } })

    /** A context that counts the reads in the queue of searches. */
    const aCountingContext = () => {
      let queued = 0
      const inShare = <Result>(work: () => Promise<Result>) => {
        queued += 1
        return work()
      }
      return { context: aContext({ stores: stores(), inShare }), countQueued: () => queued }
    }

    const plan = (context: Context, where: object) =>
      planRows(
        context,
        findOperation(builtInModel, 'articles') as ListOperation,
        {
          filters: { where },
          window: { limit: 20, offset: 0 },
        },
        { fields: ['id', 'title'] },
      )

    const readBoth = async (where: object) => {
      const { context, countQueued } = aCountingContext()
      const planned = await plan(context, where)
      const prepared = await prepareRead(stores().reader, planned).run(context, {})
      const queued = countQueued()
      return { prepared, queued, found: await readPlanned(context, planned) }
    }

    const prepare = async (where: object) => {
      const { query, cost } = await plan(aCountingContext().context, where)
      const led = { ...query, lead: cost.lead?.condition }
      return prepareStatement(queryStatement(new Tables(builtInModel), led, null))
    }

    const explain = async (where: object) => {
      const { text, bind } = await prepare(where)
      return explainPrepared(test.database.session(), text, bind({}).map(String))
    }

    it('reads the linked records and theirs alone, with a plan for all values', async () => {
      const { read, indexes } = await explain(byAuthor('rare'))
      expect(indexes).toEqual(expect.arrayContaining(['articles_pkey', 'comments_author']))
      // 20 comments, the users, and 20 articles.
      expect(read).toBeLessThanOrEqual(70)
    })

    it.each([
      ['a list of few comments', 'rare', 0, 20],
      ['a list of comments of which the caller reads few', 'hidden', 0, 4],
      ['a list of many comments', 'popular', 1, 20],
    ])('reads the same articles with a prepared statement: %s', async (_, name, queued, count) => {
      const both = await readBoth(byAuthor(name))
      expect(both.prepared).toEqual(both.found)
      expect(both.prepared).toHaveLength(count)
      // Only a link to many records waits in the queue of searches.
      expect(both.queued).toBe(queued)
    })

    it('refuses many linked records without reading them all', async () => {
      const planned = await plan(aCountingContext().context, byAuthor('popular'))
      const query = stores().reader.prepare({ ...planned.query, lead: planned.cost.lead?.condition })
      await expect(query.find(stores().reader, {})).rejects.toThrow(ManyLinked)
      expect(await query.find(stores().reader.asSearch('where'), {})).toHaveLength(20)
    })

    it('reads a list by the key of one linked record from the index of the link, in its order', async () => {
      const where = { owner: { username: { eq: 'owner' } } }
      const { prepared, queued, found } = await readBoth(where)
      expect(prepared).toEqual(found)
      expect(queued).toBe(0)
      // With one value for the link, its index has the order.
      expect((await prepare(where)).text).toContain('"owner_id" = (select "linked"."id"')
      expect((await explain(where)).read).toBeLessThanOrEqual(60)
    })
  },
)
