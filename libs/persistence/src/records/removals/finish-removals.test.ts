import {
  Article,
  builtInModel,
  Comment,
  commentList,
  contentModel,
  deleteComment,
  field,
  record,
  User,
  type UserId,
} from '@content-service/domain'
import {
  aComment,
  aContext,
  anArticle,
  aUser,
  callerOf,
  NOON,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { execute, findRow, findRows, type Sql } from '../../statements/sql.ts'
import { createStores } from '../../stores.ts'
import { SqlTransferStore } from '../../transfer/transfer-store.ts'
import { migrateTypes, openPostgres, type TestDatabase } from '../../testing/databases.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const Visit = record({
  name: 'Visit',
  plural: 'visits',
  about,
  allowed,
  fields: {
    guest: field.one(User, { about, optional: true }),
    page: field.one(Article, { about, optional: true, onDelete: 'cascade' }),
    answer: field.one(Comment, { about, optional: true, onDelete: 'clear' }),
    note: field.line(20, { about, optional: true }),
  },
})
const Stamp = record({
  name: 'Stamp',
  plural: 'stamps',
  about,
  allowed,
  fields: {
    visit: field.one(Visit, { about, onDelete: 'cascade' }),
    note: field.line(20, { about, optional: true }),
  },
})
const model = contentModel([...builtInModel.types, Visit, Stamp])
const COUNT = 2_500

describe('C15.15 a deletion that changes more than 1,000 linking records', () => {
  let test: TestDatabase
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const purgeArticles = async () =>
    (await stores().records(Article).purgeTrash({ deletedBefore: new Date(), atMost: 100, after: null }))
      .count
  const find = <Row extends object>(statement: Sql<Row>) => findRows(test.database.session(), statement)
  const count = async (from: Sql): Promise<number> =>
    (
      await findRow(
        test.database.session(),
        sql<{ count: number }>`select count(*)::int as count from ${from}`,
      )
    )?.count ?? 0
  /** The most rows that one transaction has written. */
  const findLargest = async (from: Sql): Promise<number> =>
    (
      await find(
        sql<{
          rows: number
        }>`select count(*)::int as rows from ${from} group by xmin::text order by 1 desc limit 1`,
      )
    )[0]?.rows ?? 0
  const finishAll = async (): Promise<void> => {
    for (let user: number | null = 0; user !== null;) user = await stores().removals.finish(user)
  }
  const addVisits = (columns: Sql, values: Sql) =>
    execute(
      test.database.session(),
      sql`insert into visits (id, created_at, version, ${columns}) select gen_random_uuid(), now(), 1, ${values}
        from generate_series(1, ${COUNT})`,
    )

  beforeEach(async () => {
    test = await openPostgres({ model })
    await migrateTypes(test.database, model)
  })
  afterEach(() => test.close())

  it('hides the user at once, frees the name, and the worker removes the user last', async () => {
    const user = await stores().users.add(aUser('una'), 'a hash')
    await addVisits(sql`guest_id`, sql`${user.id}::integer`)
    expect(await stores().users.remove(user.id, () => undefined)).toBe(true)
    expect(await count(sql`visits where guest_id = ${user.id}`)).toBe(COUNT)
    expect(await stores().users.get(user.id)).toMatchObject({ deleted: true, name: 'Removed user' })
    expect(await count(sql`credentials where user_id = ${user.id}`)).toBe(0)
    const restore = stores().users.change(user.id, (current) => ({ ...current, deleted: false }))
    expect([await restore, await stores().users.remove(user.id, () => undefined)]).toEqual([null, false])
    await stores().users.add(aUser('una'), null)

    await finishAll()
    expect(await stores().users.get(user.id)).toBeNull()
    expect(await count(sql`visits where guest_id is null and version = 2`)).toBe(COUNT)
    expect(await count(sql`events where type = 'visit.updated'`)).toBe(COUNT)
    expect(await count(sql`events where type = 'user.deleted'`)).toBe(1)
    expect(await count(sql`audit_entries where resource = 'visits'`)).toBe(COUNT)
    expect(await findLargest(sql`visits`)).toBe(1_000)
    expect([await count(sql`removed_records`), await stores().removals.finish(0)]).toEqual([0, null])
  })

  it('of an article in the trash deletes linking records, at any distance, in parts, and the article last', async () => {
    const owner = await stores().users.add(aUser('ada'), null)
    const old = anArticle(stores(), owner.id, { status: 'DELETED', now: NOON })
    const { id } = await stores()
      .records(Article)
      .add({ ...old, updatedAt: NOON })
    await addVisits(sql`page_id`, sql`${id}::uuid`)
    await execute(
      test.database.session(),
      sql`insert into stamps (id, created_at, version, visit_id)
        select gen_random_uuid(), now(), 1, id from visits, generate_series(1, 2)`,
    )
    expect(await purgeArticles()).toBe(1)
    expect([await stores().records(Article).get(id), await purgeArticles()]).toEqual([null, 0])
    await finishAll()
    expect([await count(sql`visits`), await count(sql`stamps`), await count(sql`articles`)]).toEqual([
      0, 0, 0,
    ])
    expect(await count(sql`events where type = 'visit.deleted'`)).toBe(COUNT)
    expect(await count(sql`events where type = 'stamp.deleted'`)).toBe(2 * COUNT)
    // At most 1,000 records, with at most 1,000 that link to them.
    expect(await findLargest(sql`events`)).toBeLessThanOrEqual(2_000)
  })

  const addComments = async (
    ownerId: UserId,
    count: number,
    status: 'PUBLISHED' | 'DELETED' = 'PUBLISHED',
  ) => {
    const article = { ...anArticle(stores(), ownerId, { status, now: NOON }), updatedAt: NOON }
    await stores().records(Article).add(article)
    const comments = Array.from({ length: count }, () => aComment(stores(), article, ownerId))
    for (const comment of comments) await stores().comments.add(comment, () => undefined)
    return comments.map(({ id }) => id)
  }

  it('hides a comment at once, from moderators too, and the worker removes the comment last', async () => {
    const admin = await stores().users.add(aUser('ada', 'ADMIN'), null)
    const [gone, kept] = await addComments(admin.id, 2)
    if (!gone || !kept) throw new Error('There are two comments.')
    await addVisits(sql`answer_id`, sql`${gone}::uuid`)
    const context = aContext({ stores: stores(), model, caller: callerOf(admin) })
    const read = async () => {
      const { where, orderBy } = await commentList.list(context, {})
      const window = { limit: 10, offset: 0 }
      const rows = await context.stores.reader.find({
        from: 'comments',
        where,
        orderBy,
        window,
        select: { fields: ['id'] },
      })
      return rows.map(({ id }) => id)
    }
    expect(await read()).toHaveLength(2)
    expect(await stores().comments.remove(gone, () => undefined)).toBe(true)
    expect([await read(), await stores().comments.get(gone)]).toEqual([[kept], null])
    await expect(deleteComment(context, gone, () => undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await count(sql`visits where answer_id = ${gone}`)).toBe(COUNT)
    const lines = []
    for await (const { type } of new SqlTransferStore(test.database.session(), model).read()) lines.push(type)
    expect(lines.filter((type) => type === 'comment')).toHaveLength(1)

    await finishAll()
    expect([await count(sql`comments`), await stores().removals.finish(0)]).toEqual([1, null])
    expect(await count(sql`visits where answer_id is null and version = 2`)).toBe(COUNT)
    expect(await findLargest(sql`visits`)).toBe(1_000)
    expect(await count(sql`events where type = 'comment.deleted'`)).toBe(1)
  })

  it('of an article in the trash clears the links to its comments in parts', async () => {
    const admin = await stores().users.add(aUser('ada', 'ADMIN'), null)
    const comments = await addComments(admin.id, 3, 'DELETED')
    await addVisits(sql`answer_id`, sql`(${comments}::uuid[])[1 + generate_series % 3]`)
    expect(await purgeArticles()).toBe(1)
    await finishAll()
    expect(await count(sql`comments`)).toBe(0)
    expect(await count(sql`visits where answer_id is null and version = 2`)).toBe(COUNT)
    expect(await findLargest(sql`visits`)).toBe(1_000)
    expect(await count(sql`events where type = 'comment.deleted'`)).toBe(0)
  })

  it('goes on where a removal has ended', async () => {
    const user = await stores().users.add(aUser('una'), null)
    await addVisits(sql`guest_id`, sql`${user.id}::integer`)
    await stores().users.remove(user.id, () => undefined)
    await execute(
      test.database.session(),
      sql`update visits set guest_id = null, version = 2
      where id in (select id from visits limit 1700)`,
    )
    await finishAll()
    expect(await count(sql`visits where guest_id is null and version = 2`)).toBe(COUNT)
    expect(await count(sql`events where type = 'visit.updated'`)).toBe(COUNT - 1_700)
  })
})
