import {
  Article,
  builtInModel,
  Category,
  Comment,
  contentModel,
  field,
  Product,
  record,
  User,
  type ArticleId,
  type CommentId,
  type RecordId,
  type UserId,
} from '@content-service/domain'
import {
  aComment,
  anArticle,
  aRecord,
  aUser,
  NOON,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseForm, countRuns } from '../../../../../tools/check/long-tests.ts'
import { execute, findRow, type Sql } from '../../statements/sql.ts'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const link = { about, optional: true, onDelete: 'cascade' } as const

const Shelf = record({
  name: 'Shelf',
  plural: 'shelves',
  about,
  allowed,
  fields: { title: field.line(20, { about }) },
})
/** A record that is deleted with each kind of record, with its parent, and with each of its friends. */
const Node = record({
  name: 'Node',
  plural: 'nodes',
  about,
  allowed,
  fields: {
    user: field.one(User, link),
    article: field.one(Article, link),
    comment: field.one(Comment, link),
    product: field.one(Product, link),
    shelf: field.one(Shelf, link),
    parent: field.one('self', link),
    friends: field.many('self', { about, onDelete: 'cascade' }),
  },
})
/** A record that loses its link to a node, and one that is deleted with it. */
const Leaf = record({
  name: 'Leaf',
  plural: 'leaves',
  about,
  allowed,
  fields: { node: field.one(Node, link), seen: field.one(Node, { ...link, onDelete: 'clear' }) },
})
const model = contentModel([...builtInModel.types, Shelf, Node, Leaf])

const SIZE = countRuns({ short: 1_200, long: 10_000 })
const ID = sql`md5(${sql.lit('node')} || n)::uuid`
const BEFORE = sql`md5(${sql.lit('node')} || (n - 1))::uuid`

const ROOTS = ['user', 'article', 'comment', 'product', 'shelf'] as const

describe.each([
  ['PostgreSQL', openPostgres, ROOTS],
  // The statements are the same: one root with a number as its id, and one with a UUID.
  [
    'PGlite',
    openPglite,
    chooseForm<readonly (typeof ROOTS)[number][]>({ short: ['user', 'shelf'], long: ROOTS }),
  ],
] as const)('C15.15 deletions end on %s', (_, open, ofDatabase) => {
  let test: TestDatabase
  const session = () => test.database.session()
  const stores = () => createStores(session(), TEST_AUDIT_CONTEXT, { model })
  const run = (statement: Sql) => execute(session(), statement)
  const count = async (from: Sql): Promise<number> =>
    (await findRow(session(), sql<{ count: number }>`select count(*)::int as count from ${from}`))?.count ?? 0

  beforeAll(async () => {
    test = await openDatabase(open)
  })
  afterAll(() => test.close())

  const addOwner = () => stores().users.add(aUser(`u${crypto.randomUUID().slice(0, 8)}`, 'ADMIN'), null)

  /** The kinds of records that are deleted: adds one, and deletes it. */
  const roots: Readonly<
    Record<(typeof ROOTS)[number], () => Promise<readonly [id: UserId | RecordId, () => Promise<unknown>]>>
  > = {
    user: async () => {
      const { id } = await addOwner()
      return [id, () => stores().users.remove(id, () => undefined)]
    },
    article: async () => {
      const owner = await addOwner()
      const article = anArticle(stores(), owner.id, { status: 'DELETED', now: NOON })
      const { id } = await stores()
        .records(Article)
        .add({ ...article, updatedAt: NOON })
      return [
        id as ArticleId as RecordId,
        () => stores().records(Article).purgeTrash({ deletedBefore: new Date(), atMost: 10, after: null }),
      ]
    },
    comment: async () => {
      const owner = await addOwner()
      const article = await stores()
        .records(Article)
        .add(anArticle(stores(), owner.id, { status: 'PUBLISHED' }))
      const { id } = aComment(stores(), article, owner.id)
      await stores().comments.add({ ...aComment(stores(), article, owner.id), id }, () => undefined)
      return [id as CommentId as RecordId, () => stores().comments.remove(id, () => undefined)]
    },
    product: async () => {
      const category = await stores()
        .records(Category)
        .add(aRecord(stores(), Category, { name: crypto.randomUUID() }))
      const given = { title: 'P', description: null, price: 1, stock: 1, categoryId: category.id }
      const { id } = await stores()
        .records(Product)
        .add(aRecord(stores(), Product, given as never))
      return [
        id as RecordId,
        () =>
          stores()
            .records(Product)
            .remove(id, () => undefined),
      ]
    },
    shelf: async () => {
      const { id } = await stores()
        .records(Shelf)
        .add(aRecord(stores(), Shelf, { title: 'S' }))
      return [
        id,
        () =>
          stores()
            .records(Shelf)
            .remove(id, () => undefined),
      ]
    },
  }

  /** Adds nodes whose columns are computed from the number `n`. */
  const addNodes = (size: number, columns: Sql, values: Sql) =>
    run(sql`insert into nodes (id, created_at, version, ${columns}) select ${ID}, now(), 1, ${values}
      from generate_series(1, ${size}::integer) n`)
  const addLeaves = (column: Sql) =>
    run(
      sql`insert into leaves (id, created_at, version, ${column}) select gen_random_uuid(), now(), 1, id from nodes`,
    )
  const forget = async () => {
    for (const table of ['leaves', 'nodes', 'events', 'audit_entries'] as const)
      await run(sql`delete from ${sql.table(table)}`)
  }
  /** Finishes all removals, and returns the number of their transactions. */
  const finish = async (): Promise<number> => {
    let done = 0
    while ((await stores().removals.finish(0)) !== null) done += 1
    return done
  }
  const leadsTo = (root: string, id: UserId | RecordId) =>
    [sql.ref(`${root}_id`), sql`case when n = 1 then ${id} end`] as const

  it('of several records in one transaction, as in a bulk action', async () => {
    const shelves = [await roots.shelf(), await roots.shelf()].map(([id]) => id)
    for (const id of shelves)
      await run(sql`insert into nodes (id, created_at, version, shelf_id)
        select gen_random_uuid(), now(), 1, ${id} from generate_series(1, ${SIZE}::integer)`)
    await stores().atomically(async (within) => {
      for (const id of shelves)
        expect(await within.records(Shelf).remove(id as RecordId, () => undefined)).toBe(true)
    })
    expect(await count(sql`nodes`)).toBe(2 * SIZE)
    await finish()
    expect([await count(sql`nodes`), await count(sql`shelves`)]).toEqual([0, 0])
    expect(await count(sql`events where type = 'node.deleted'`)).toBe(2 * SIZE)
    await forget()
  })

  describe.each(ofDatabase)('behind a deleted %s', (root) => {
    const add = roots[root]

    it('of two records that are deleted with each other', async () => {
      const [id, remove] = await add()
      const [column, value] = leadsTo(root, id)
      await addNodes(
        2,
        sql`${column}, parent_id`,
        sql`${value}::${writeType(root)}, md5('node' || (3 - n))::uuid`,
      )
      await remove()
      expect([await count(sql`nodes`), await count(sql`events where type = 'node.deleted'`)]).toEqual([0, 2])
      await forget()
    })

    it('of a circle', async () => {
      const [id, remove] = await add()
      const [column, value] = leadsTo(root, id)
      await addNodes(
        SIZE,
        sql`${column}, parent_id`,
        sql`${value}::${writeType(root)}, case when n = 1 then md5('node' || ${SIZE}::integer)::uuid else ${BEFORE} end`,
      )
      await remove()
      const transactions = await finish()
      expect([await count(sql`nodes`), await count(sql`events where type = 'node.deleted'`)]).toEqual([
        0,
        SIZE,
      ])
      expect(transactions).toBeLessThan(SIZE / 500 + 10)
      await forget()
    })

    it('of a chain, whose ends other records link to', async () => {
      const [id, remove] = await add()
      const [column, value] = leadsTo(root, id)
      await addNodes(
        SIZE,
        sql`${column}, parent_id`,
        sql`${value}::${writeType(root)}, case when n > 1 then ${BEFORE} end`,
      )
      await addLeaves(sql`node_id`)
      await addLeaves(sql`seen_id`)
      await remove()
      const transactions = await finish()
      expect([await count(sql`nodes`), await count(sql`leaves`)]).toEqual([0, SIZE])
      expect(await count(sql`leaves where seen_id is null and version = 2`)).toBe(SIZE)
      for (const type of ['node.deleted', 'leaf.deleted', 'leaf.updated'])
        expect([type, await count(sql`events where type = ${type}`)]).toEqual([type, SIZE])
      expect(transactions).toBeLessThan(SIZE / 200 + 10)
      await forget()
    })

    it('of a star, whose points are friends', async () => {
      const [id, remove] = await add()
      await addNodes(SIZE, sql.ref(`${root}_id`), sql`${id}::${writeType(root)}`)
      await run(sql`insert into nodes_friends (record_id, linked_id, place)
        select ${ID}, md5('node' || (1 + (n * 7) % ${SIZE}::integer))::uuid, 1 from generate_series(1, ${SIZE}::integer) n`)
      await remove()
      await finish()
      expect([await count(sql`nodes`), await count(sql`events where type = 'node.deleted'`)]).toEqual([
        0,
        SIZE,
      ])
      expect(await count(sql`removed_records`)).toBe(0)
      await forget()
    })
  })
})

const openDatabase = async (open: (hooks: { model: typeof model }) => Promise<TestDatabase>) => {
  const test = await open({ model })
  await migrateTypes(test.database, model)
  return test
}

const writeType = (root: string): Sql => (root === 'user' ? sql`integer` : sql`uuid`)
