import {
  builtInModel,
  contentModel,
  field,
  record,
  type RecordId,
  type UserId,
} from '@content-service/domain'
import { aRecord, aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { execute, findRow, type Sql } from '../../statements/sql.ts'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPostgres, type TestDatabase } from '../../testing/databases.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const cascade = { about, onDelete: 'cascade' } as const

const titled = { about, allowed, fields: { title: field.line(20, { about }) } }
const Shelf = record({ name: 'Shelf', plural: 'shelves', ...titled })
const Series = record({ name: 'Series', plural: 'seriesList', ...titled })
/** A record that cannot be without its shelf and its series. */
const Book = record({
  name: 'Book',
  plural: 'books',
  about,
  allowed,
  fields: { shelf: field.one(Shelf, cascade), series: field.one(Series, cascade) },
})
const Label = record({
  name: 'Label',
  plural: 'labels',
  about,
  allowed,
  fields: { book: field.one(Book, cascade) },
})
const model = contentModel([...builtInModel.types, Shelf, Series, Book, Label])
const COUNT = 1_001

describe('C15.15 deletions of several users', () => {
  let test: TestDatabase
  const openStores = (actorId: UserId | null) =>
    createStores(test.database.session(), { ...TEST_AUDIT_CONTEXT, actorId }, { model })
  const count = async (from: Sql): Promise<number> =>
    (
      await findRow(
        test.database.session(),
        sql<{ count: number }>`select count(*)::int as count from ${from}`,
      )
    )?.count ?? 0
  const addUser = async (name: string) => (await openStores(null).users.add(aUser(name, 'EDITOR'), null)).id
  const add = async (type: typeof Shelf | typeof Series): Promise<RecordId> =>
    (
      await openStores(null)
        .records(type)
        .add(aRecord(openStores(null), type, { title: 'T' }))
    ).id
  const addBooks = async (shelf: RecordId, series: RecordId): Promise<void> => {
    const columns = sql`id, created_at, version`
    await execute(
      test.database.session(),
      sql`with added as (
          insert into books (${columns}, shelf_id, series_id)
          select gen_random_uuid(), now(), 1, ${shelf}::uuid, ${series}::uuid from generate_series(1, ${COUNT}::integer)
          returning id
        ) insert into labels (${columns}, book_id) select gen_random_uuid(), now(), 1, id from added`,
    )
  }
  const remove = (user: UserId, type: typeof Shelf | typeof Series, id: RecordId) =>
    openStores(user)
      .records(type)
      .remove(id, () => undefined)
  /** Finishes the deletions, and returns the user of each batch. */
  const finish = async (): Promise<readonly number[]> => {
    const served: number[] = []
    for (;;) {
      const user = await openStores(null).removals.finish(served.at(-1) ?? 0)
      if (user === null) return served
      served.push(user)
    }
  }

  beforeEach(async () => {
    test = await openPostgres({ model })
    await migrateTypes(test.database, model)
  })
  afterEach(() => test.close())

  it('take turns, a batch each, so that many deletions of one user do not delay that of another', async () => {
    const [busy, other] = [await addUser('ada'), await addUser('bea')]
    const shelves = [await add(Shelf), await add(Shelf), await add(Shelf)]
    for (const shelf of shelves) await addBooks(shelf, await add(Series))
    for (const [place, shelf] of shelves.entries()) await remove(place === 2 ? other : busy, Shelf, shelf)
    const served = await finish()
    const own = served.filter((user) => user === other).length
    expect(served.slice(0, 2 * own)).toEqual(Array.from({ length: own }, () => [busy, other]).flat())
    expect(served.slice(2 * own)).toEqual(Array.from({ length: own }, () => busy))
    expect([await count(sql`shelves`), await count(sql`removed_records`)]).toEqual([0, 0])
  })

  it('that meet go on as one, and each record sends one event', async () => {
    const [shelf, series] = [await add(Shelf), await add(Series)]
    await addBooks(shelf, series)
    await remove(await addUser('ada'), Shelf, shelf)
    await remove(await addUser('bea'), Series, series)
    await finish()
    for (const table of ['shelves', 'series_list', 'books', 'labels', 'removed_records'])
      expect([table, await count(sql.table(table))]).toEqual([table, 0])
    for (const type of ['book', 'label'])
      expect([type, await count(sql`events where type = ${`${type}.deleted`}`)]).toEqual([type, COUNT])
    for (const type of ['shelf', 'series'])
      expect([type, await count(sql`events where type = ${`${type}.deleted`}`)]).toEqual([type, 1])
  })
})
