import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { createStores } from '../stores.ts'
import { findRows } from '../statements/sql.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openPostgres()
  const ada = await createStores(test.database.session(), TEST_AUDIT_CONTEXT).users.add(aUser('ada'), null)
  const run = (text: string) => test.database.session().execute(text)
  await run(`insert into articles
      (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version, slug)
    select gen_random_uuid(), 'T ' || n, 'x', 'x', true, 'PUBLISHED', '{}', ${ada.id}, now(), 1,
      case when n % 100 > 0 then 't-' || n end from generate_series(1, 20000) n`)
  await run(
    `insert into record_slugs (type, slug, record_id) select 'Article', slug, id from articles where slug is not null`,
  )
  await run('vacuum analyze articles')
  await run('analyze record_slugs')
}, 60_000)
afterAll(() => test?.close())

const explain = async (text: string): Promise<string> => {
  const rows = await findRows(test.database.session(), sql<object>`explain ${sql.raw(text)}`)
  return rows.flatMap((row) => Object.values(row)).join('\n')
}

it.each([
  [
    'a filter by the slug',
    `select id from articles where ("left"(fold(slug), 100) collate "C") = 't-77' and slug = 't-77'`,
    'articles_up_slug',
  ],
  [
    'the records without a slug',
    'select id from articles where lower(slug) is null limit 300',
    'articles_slug_key',
  ],
  [
    'a record with an old or a present slug',
    `select id from articles r where exists (select from record_slugs s
      where s.record_id = r.id and s.type = 'Article' and s.slug = 't-77')`,
    'record_slugs_pkey',
  ],
])('C17.7 an index finds %s', async (_, statement, index) => {
  const plan = await explain(statement)
  expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan')
})
