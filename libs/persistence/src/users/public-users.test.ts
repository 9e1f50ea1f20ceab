import { setTimeout as sleep } from 'node:timers/promises'
import { where } from '@content-service/authz'
import type { UserRow } from '@content-service/domain/internal/users'
import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const user = where<UserRow>()
const [PEOPLE, ARTICLES] = [5, 4]

const toUuid = (place: number): string => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`

const addUser = (id: number): string =>
  `insert into users (id, username, name, email, status, deleted, permissions, profile, settings, preferences,
    tokens_valid_from, created_at, version, roles)
  select ${id}, 'person${id}', 'Person', 'person${id}@example.org', status, false, permissions, profile, settings,
    preferences, now(), now(), 1, roles from users where id = 1`

const addArticle = (place: number, owner: number, status: string): string =>
  `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
  values ('${toUuid(place)}', 'Title', 'Text', '', true, '${status}', '{}', ${owner}, now(), 1) on conflict do nothing`

const addComment = (article: number, author: number): string =>
  `insert into comments (id, article_id, author_id, content, created_at, version)
  select gen_random_uuid(), id, ${author}, 'Text', now(), 1 from articles where id = '${toUuid(article)}'`

const SETTLE = 'select settle_users(1000)'

const person = fc.integer({ min: 2, max: PEOPLE })
const article = fc.integer({ min: 1, max: ARTICLES })
const status = fc.constantFrom('DRAFT', 'PUBLISHED', 'ARCHIVED')
const selectComment = (place: number, author: number) =>
  `where id = (select id from comments where article_id = '${toUuid(place)}' and author_id = ${author} limit 1)`

/** Writes that can change which users are public, in the words of SQL: people also change the database by hand. */
const write: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(article, person, status).map((given) => addArticle(...given)),
  fc.tuple(article, person).map((given) => addComment(...given)),
  fc.tuple(article, person).map((given) => addComment(...given)),
  fc
    .tuple(article, status)
    .map(([place, to]) => `update articles set status = '${to}' where id = '${toUuid(place)}'`),
  fc
    .tuple(article, person)
    .map(([place, owner]) => `update articles set owner_id = ${owner} where id = '${toUuid(place)}'`),
  article.map((place) => `delete from articles where id = '${toUuid(place)}'`),
  fc.tuple(article, person).map((given) => `delete from comments ${selectComment(...given)}`),
  fc
    .tuple(article, person, person)
    .map(([place, from, to]) => `update comments set author_id = ${to} ${selectComment(place, from)}`),
  fc.tuple(article, person, article).map(
    ([place, author, to]) =>
      `update comments set article_id = (select id from articles where id = '${toUuid(to)}') ${selectComment(place, author)}
        and exists (select from articles where id = '${toUuid(to)}')`,
  ),
)

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C7.9 the public users on %s', (name, open) => {
  const statements: string[] = []
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ onStatement: (text) => void statements.push(text) })
  })
  afterAll(() => test.close())

  const run = (statement: string) => test.database.session().execute(statement)
  const listIds = async (select: string) =>
    (await test.database.session().execute<{ id: number }[]>(select)).map(({ id }) => id)
  const begin = async () => {
    await run('delete from articles')
    await run('delete from users where id > 1')
    for (let id = 2; id <= PEOPLE; id += 1) await run(addUser(id))
  }
  const listTrue = () => listIds('select id from users where has_public_content(id) order by id')
  const listKnown = () => listIds('select user_id as id from public_users order by user_id')
  const listRead = async () => {
    const rows = await createStores(test.database.session(), TEST_AUDIT_CONTEXT).reader.find({
      from: 'users',
      where: user.isPublic.eq(true),
      orderBy: [{ by: 'id', direction: 'ASC' }],
      window: { limit: 100, offset: 0 },
      select: { fields: ['id'] },
    })
    return rows.map(({ id }) => id)
  }
  /** The calls see a doubt, note the transactions to wait for, and look at the content of the user. */
  const settle = async () => {
    for (let time = 0; time < 3; time += 1) await run(SETTLE)
  }
  /** Open transactions of other tests, in other databases of the server, delay this. */
  const settleAll = async () => {
    await settle()
    while ((await listIds('select user_id as id from doubted_users')).length > 0) {
      await sleep(20)
      await settle()
    }
  }

  it('are right at once after each write, and are known after doubts are settled', async () => {
    const step = fc.oneof({ weight: 4, arbitrary: write }, { weight: 1, arbitrary: fc.constant(SETTLE) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await begin()
        for (const statement of steps) {
          await run(statement)
          expect(await listRead()).toEqual(await listTrue())
        }
        await settleAll()
        expect(await listKnown()).toEqual(await listTrue())
        expect(await listIds('select user_id as id from doubted_users')).toEqual([])
      }),
      { numRuns: countRuns({ short: 20, long: 500 }) },
    )
  })

  it('are read without their articles and comments', async () => {
    await begin()
    await run(addArticle(1, 2, 'PUBLISHED'))
    await settleAll()
    statements.length = 0
    expect(await listRead()).toEqual([2])
    expect(statements.join()).not.toMatch(/articles|comments/)
  })

  it('another comment of a public user causes no doubt', async () => {
    await begin()
    for (const statement of [addArticle(1, 2, 'PUBLISHED'), addComment(1, 3)]) await run(statement)
    await settleAll()
    await run(addComment(1, 3))
    expect(await listIds('select user_id as id from doubted_users')).toEqual([])
  })

  it('are right in bulk loads without triggers', async () => {
    await begin()
    await settleAll()
    await test.database.session().transactional(async (em) => {
      await em.execute('set local session_replication_role = replica')
      await em.execute(addArticle(1, 2, 'PUBLISHED'))
    })
    expect(await listRead()).toEqual([2])
  })

  describe.runIf(name === 'PostgreSQL')('with writers at the same time', () => {
    /** An open transaction that has run the statements. */
    const hold = async (...given: readonly string[]) => {
      const session = test.database.session()
      await session.begin()
      for (const statement of given) await session.execute(statement)
      return session
    }

    it('a comment of an open transaction counts, although the doubt is older', async () => {
      await begin()
      for (const statement of [addArticle(1, 2, 'PUBLISHED'), addArticle(2, 2, 'PUBLISHED')])
        await run(statement)
      await run(addComment(1, 3))
      await settleAll()
      const writer = await hold(addComment(2, 3))
      await run('delete from comments where author_id = 3')
      await settle()
      await writer.commit()
      await settleAll()
      expect(await listRead()).toContain(3)
    })

    it('a withdrawal that has not seen an open comment ends before the doubt', async () => {
      await begin()
      await run(addArticle(1, 2, 'PUBLISHED'))
      await settleAll()
      const writer = await hold(addComment(1, 3))
      const withdrawal = await hold(`update articles set status = 'DRAFT' where id = '${toUuid(1)}'`)
      await writer.commit()
      await settle()
      await withdrawal.commit()
      expect(await listRead()).toEqual([])
      await settleAll()
      expect(await listKnown()).toEqual([])
    })

    it('are right after many writers and several processes that settle doubts', async () => {
      const pieces = fc.array(fc.array(write, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 8 })
      /** A writer that PostgreSQL ends for a deadlock or a lost reference writes nothing. */
      const writeAll = async (transactions: readonly (readonly string[])[]) => {
        for (const given of transactions) {
          const session = await hold().catch(() => null)
          try {
            for (const statement of given) await session?.execute(statement)
            await session?.commit()
          } catch {
            await session?.rollback()
          }
        }
      }
      await fc.assert(
        fc.asyncProperty(fc.array(pieces, { minLength: 3, maxLength: 4 }), async (writers) => {
          await begin()
          let isOver = false
          const settling = [1, 2].map(async () => {
            while (!isOver) await run(SETTLE)
          })
          await Promise.all(writers.map(writeAll))
          isOver = true
          await Promise.all(settling)
          expect(await listRead()).toEqual(await listTrue())
          await settleAll()
          expect(await listKnown()).toEqual(await listTrue())
        }),
        { numRuns: countRuns({ short: 10, long: 500 }) },
      )
    })
  })
})
