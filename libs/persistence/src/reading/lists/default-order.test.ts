import { listRows, type ListOperation } from '@content-service/domain'
import { connectRows } from '@content-service/domain/internal/operations'
import type { Connection, ConnectionPage } from '@content-service/domain/internal/reading'
import { findOperation } from '@content-service/domain/internal/service'
import {
  aContext,
  addBookings,
  bookingModel as model,
  IN_ORDER,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareModel } from '../../records/compare-tables.ts'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'

const list = findOperation(model, 'bookings') as ListOperation

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C14.9 the default order of a type on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    await addBookings(createContext().stores)
  })
  afterAll(() => test.close())

  const createContext = () =>
    aContext({ model, stores: createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model }) })
  const select = { fields: ['title'] }

  it('is the order of the rows', async () => {
    const window = { limit: 10, offset: 0 }
    const rows = await listRows(createContext(), list, { filters: {}, window }, select)
    expect(rows.map(({ title }) => title)).toEqual([...IN_ORDER, 'hub'])
  })

  it.each(['after', 'before'] as const)('pages %s a cursor continue it', async (side) => {
    const seen: unknown[] = []
    for (let cursor: string | null = null, isLast = false; !isLast;) {
      const page: ConnectionPage = {
        after: null,
        first: 2,
        ...(side === 'after' ? { after: cursor } : { before: cursor, isBackward: true }),
      }
      const part = { filters: {}, name: 'bookings', page }
      const { edges, pageInfo: info }: Connection = await connectRows(createContext(), list, part, select)
      const found = edges.map(({ node }) => node['title'])
      seen.splice(side === 'after' ? seen.length : 0, 0, ...found)
      cursor = side === 'after' ? info.endCursor : info.startCursor
      isLast = side === 'after' ? !info.hasNextPage : !info.hasPreviousPage
    }
    expect(seen).toEqual([...IN_ORDER, 'hub'])
  })

  it('has an index of both directions, and the tables fit the model', async () => {
    const { differences } = await compareModel(test.database.session(), model)
    expect(differences).toEqual([])
    const index = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where indexname = 'bookings_in_order'`.execute(
      test.database.session().getKysely(),
    )
    expect(index.rows[0]?.indexdef).toMatch(
      /\(starts_at DESC, "left"\(fold\(title\), 100\) COLLATE "C", id\)/,
    )
  })

  it('has the price of a list with an index in this order and backwards, and of one without in another', async () => {
    const orders = (first: string, second: string) => [
      { field: 'startsAt', direction: first },
      { field: 'title', direction: second },
    ]
    const find = async (orderBy: object) => (await list.list(createContext(), { orderBy })).cost?.unserved
    expect(await find(orders('DESC', 'ASC'))).toBeNull()
    expect(await find(orders('ASC', 'DESC'))).toBeNull()
    expect(await find(orders('ASC', 'ASC'))).toBeNull()
    expect(await find([...orders('DESC', 'ASC')].toReversed())).toBe('title, startsAt')
  })
})
