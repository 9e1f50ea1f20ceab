import { Article, type Stores } from '@content-service/domain'
import { CHECK_NAMES, checkIntegrity } from '@content-service/domain/internal/integrity'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser, NOON } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/orm.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres } from '../testing/databases.ts'

/**
 * Damages that only direct changes of the database can cause, by the check that finds them. Some need foreign keys
 * removed.
 */
const DAMAGES = {
  'likes-miscounted': ['update articles set likes = likes + 1'],
  'users-miscounted': ['update user_counts set users = users + 3'],
  'public-users-wrong': ['delete from doubted_users', 'delete from public_users'],
  'published-without-time': ['update articles set published_at = null'],
  'scheduled-otherwise': [`update articles set scheduled_for = now()`],
  'not-searchable': ['delete from search_documents where article_id is not null'],
  orphans: ['alter table comments drop constraint comments_article_id_fkey', 'delete from articles'],
  'users-alike': ['drop index users_email_key', `update users set email = 'same@example.org' where id > 1`],
  'no-administrator': [`update users set roles = '{EDITOR}'`],
  'not-forgotten': [`insert into erasures values (7, -7, '2026-01-01')`],
  'broken-indexes': [`update pg_index set indisvalid = false where indexrelid = 'users_newest'::regclass`],
  'no-ghost': ['delete from users where id = 1'],
} as const

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('the nightly check on %s', (_name, open) => {
  let [database, close] = [] as unknown as [Database, () => Promise<void>]
  let stores: Stores

  beforeAll(async () => {
    ;({ database, close } = await open())
    stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const admin = await stores.users.add(aUser('amy', 'ADMIN'), null)
    await stores.users.add(aUser('ada', 'AUTHOR'), null)
    const article = await stores.records(Article).add(anArticle(stores, admin.id, { status: 'PUBLISHED' }))
    await stores.comments.add(aComment(stores, article, admin.id), () => undefined)
    expect((await checkIntegrity(stores, NOON)).findings).toEqual([])
    await stores.search.index()
  }, 60_000)
  afterAll(() => close())

  const found = async () => (await checkIntegrity(stores, NOON)).findings.map(({ check }) => check)

  it('finds nothing in the writes of the service, and stores the report', async () => {
    expect(await found()).toEqual([])
    expect(await stores.integrity.latest()).toEqual({ checkedAt: NOON, findings: [] })
  })

  it('the test has a damage for each check', () => {
    expect(Object.keys(DAMAGES).toSorted()).toEqual([...CHECK_NAMES].toSorted())
  })

  it.each(Object.entries(DAMAGES))('finds %s', async (check, statements) => {
    const session = database.session()
    await session.begin()
    for (const statement of statements) await session.execute(statement)
    const damaged = createStores(session, TEST_AUDIT_CONTEXT)
    const count = await damaged.integrity.count(check as keyof typeof DAMAGES, NOON)
    await session.rollback()
    expect(count).toBeGreaterThan(0)
    expect(await found()).toEqual([])
  })
})
