import { aContext, aUser, callerOf, NOON, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, SAMPLED_DATABASES, type TestDatabase } from '../testing/databases.ts'
import { explainList, type AskedList } from '../testing/list-plans.ts'
import { listPlans, writePlans } from '../testing/plans-of-model.ts'
import { fillLists, listedModel as model } from '../testing/listed-records.ts'

const ROWS = 20_000
const MIDDLE = ROWS / 2
/** A page has 20 rows, and PostgreSQL sorts rows with equal beginnings together. */
const MOST_READ = 150

describe.each(SAMPLED_DATABASES)('the plans of lists on %s', (_, open) => {
  let test: TestDatabase
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const callers = {
    GUEST: undefined,
    EDITOR: callerOf({ ...aUser('ed', 'EDITOR'), id: 3 as never } as never),
  }

  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    await fillLists(test.database.session(), ROWS)
  })
  afterAll(() => test.close())

  const explainFor = (role: keyof typeof callers, list: AskedList, middle = MIDDLE) => {
    const caller = callers[role]
    const context = aContext({ model, stores: stores(), now: () => NOON, ...(caller && { caller }) })
    return explainList(test.database.session(), context, { ...list, middle })
  }

  const orderBy = (...fields: readonly string[]) =>
    fields.map((field) => ({
      field: field.replace('-', ''),
      direction: field.startsWith('-') ? 'DESC' : 'ASC',
    }))

  interface Expected {
    /** The beginning of the names of the indexes: the table and the columns. */
    readonly index: string
    readonly most?: number
  }

  const expectServed = async (
    role: keyof typeof callers,
    list: AskedList,
    { index, most = MOST_READ }: Expected,
  ) => {
    const { unserved, pages } = await explainFor(role, list)
    expect(unserved).toBeNull()
    for (const { indexes, scanned, read } of pages) {
      expect(scanned).toEqual([])
      expect(indexes.filter((name) => !name.endsWith('_pkey')).join()).toMatch(new RegExp(index))
      expect(read).toBeLessThanOrEqual(most)
    }
    return pages
  }

  const ORDERS: readonly (readonly [of: string, field: string, index: string])[] = [
    ['meetings', 'createdAt', 'meetings_newest'],
    ['meetings', 'updatedAt', 'meetings_edited'],
    ['meetings', 'changedAt', 'meetings_changed'],
    ['meetings', 'title', 'meetings_by_title'],
    ['meetings', 'note', 'meetings_(by|up)_note'],
    ['meetings', 'code', 'meetings_by_code'],
    ['meetings', 'seats', 'meetings_by_seats'],
    ['meetings', 'price', 'meetings_(by|up)_price'],
    ['meetings', 'startsAt', 'meetings_by_starts_at'],
    ['meetings', 'endsAt', 'meetings_(by|up)_ends_at'],
    ['meetings', 'isOpen', 'meetings_by_is_open'],
    ['meetings', 'status', 'meetings_by_status'],
    ['articles', 'title', 'articles_titles'],
    ['articles', 'publishedAt', 'articles_published'],
    ['articles', 'createdAt', 'articles_newest|articles_all_newest'],
    ['articles', 'updatedAt', 'articles_edited'],
    ['articles', 'changedAt', 'articles_changed'],
    ['articles', 'views', 'articles_viewed'],
    ['articles', 'likes', 'articles_liked'],
    ['comments', 'createdAt', 'comments_newest'],
    ['comments', 'updatedAt', 'comments_edited'],
    ['comments', 'changedAt', 'comments_changed'],
    ['products', 'createdAt', 'products_newest'],
    ['products', 'price', 'products_by_price'],
    ['products', 'title', 'products_by_title'],
  ]
  const BOTH = ORDERS.flatMap(([of, field, index]) => [
    [of, field, index] as const,
    [of, `-${field}`, index] as const,
  ])

  it.each(BOTH)('reads pages of %s by %s from an index', async (of, field, index) => {
    for (const role of ['GUEST', 'EDITOR'] as const)
      await expectServed(role, { of, orderBy: orderBy(field) }, { index, most: 200 })
  })

  it.each(BOTH)('reads pages of %s by %s backward from an index', async (of, field, index) => {
    // For guests, the list by publication ends before the articles that were never published: the last page skips those.
    const roles = field.endsWith('publishedAt') ? (['EDITOR'] as const) : (['GUEST', 'EDITOR'] as const)
    for (const role of roles)
      await expectServed(role, { of, orderBy: orderBy(field), isBackward: true }, { index, most: 200 })
  })

  it.each(['username', 'createdAt', 'updatedAt', 'changedAt'].flatMap((by) => [by, `-${by}`]))(
    'reads pages of users by %s from an index, for callers who may read all',
    async (field) => {
      await expectServed('EDITOR', { of: 'users', orderBy: orderBy(field) }, { index: 'users_' })
    },
  )

  it.each([
    ['startsAt', 'meetings_by_room_id_and_starts_at'],
    ['-startsAt', 'meetings_by_room_id_and_starts_at'],
  ])('reads the meetings of a room by %s from the index of both', async (field, index) => {
    const [room] = await stores().reader.find({
      from: 'categories',
      where: { op: 'and', conditions: [] },
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: ['id'] },
    })
    const list = { of: 'meetings', where: { roomId: { eq: room?.['id'] } }, orderBy: orderBy(field) }
    for (const role of ['GUEST', 'EDITOR'] as const) {
      const { pages } = await explainFor(role, list, 50)
      expect(pages).toHaveLength(4)
      for (const page of pages) expect(page).toMatchObject({ indexes: [index], scanned: [], read: 20 })
    }
  })

  it.each([
    ['seats, title', ['seats', 'title'], 'meetings_by_seats_and_title'],
    ['seats and title, descending', ['-seats', '-title'], 'meetings_by_seats_and_title'],
    ['status, endsAt', ['status', 'endsAt'], 'meetings_up_status_and_ends_at'],
    ['status and endsAt, descending', ['-status', '-endsAt'], 'meetings_by_status_and_ends_at'],
  ])('reads pages by %s from the index of both', async (_, fields, index) => {
    for (const role of ['GUEST', 'EDITOR'] as const)
      await expectServed(role, { of: 'meetings', orderBy: orderBy(...fields) }, { index })
  })

  const FILTERS: readonly (readonly [of: string, where: object, index: string])[] = [
    ['meetings', { title: { in: ['Title 1', 'Title 2'] } }, 'meetings_by_title'],
    ['meetings', { note: { eq: 'Note 1' } }, 'meetings_(by|up)_note'],
    ['meetings', { code: { eq: 'C77' } }, 'meetings_(by_code|code_key)'],
    ['meetings', { code: { in: ['C77', 'C88'] } }, 'meetings_(by_code|code_key)'],
    ['meetings', { summary: { contains: 'd41D8' } }, 'meetings_in_summary'],
    ['meetings', { summary: { startsWith: 'SUMMARY 1a2' } }, 'meetings_in_summary'],
    ['meetings', { seats: { eq: 7 } }, 'meetings_by_seats'],
    ['meetings', { seats: { in: [7, 8] } }, 'meetings_by_seats'],
    ['meetings', { seats: { gte: 7, lt: 9 } }, 'meetings_by_seats'],
    ['meetings', { floor: { eq: 7 } }, 'meetings_by_floor_and_'],
    [
      'meetings',
      { floor: { lt: 2 }, startsAt: { gt: '2026-01-02T00:00:00Z' } },
      'meetings_by_floor_and_starts_at',
    ],
    ['meetings', { floor: { eq: 7 }, shelf: { lt: 3 } }, 'meetings_by_floor_and_shelf'],
    ['meetings', { price: { gte: 4_999 } }, 'meetings_(by|up)_price'],
    ['meetings', { startsAt: { lt: '2026-01-01T00:10:00Z' } }, 'meetings_by_starts_at'],
    ['meetings', { endsAt: { gt: '2026-01-14T21:00:00Z' } }, 'meetings_(by|up)_(status_and_)?ends_at'],
    ['meetings', { isOpen: { eq: true } }, 'meetings_by_is_open'],
    ['meetings', { status: { eq: 'GONE' } }, 'meetings_(by|up)_status'],
    ['meetings', { tags: { has: 'tag7' } }, 'meetings_by_tags'],
    ['meetings', { tags: { hasAny: ['tag7', 'tag8'] } }, 'meetings_by_tags'],
    ['meetings', { tags: { hasAll: ['tag', 'tag7'] } }, 'meetings_by_tags'],
    ['meetings', { hostId: { eq: '300' } }, 'meetings_host'],
    ['articles', { title: { eq: 'Title 7' } }, 'articles_titles'],
    ['articles', { title: { contains: 'tle 777' } }, 'articles_in_title'],
    ['articles', { title: { startsWith: 'TITLE 777' } }, 'articles_in_title'],
    ['articles', { tags: { has: 'tag7' } }, 'articles_tags'],
    ['articles', { subtitle: { contains: 'd41D8' } }, 'articles_in_subtitle'],
    ['articles', { subtitle: { startsWith: 'SUBTITLE 1a2' } }, 'articles_in_subtitle'],
    ['products', { title: { eq: 'Title 7' } }, 'products_by_title'],
    ['products', { price: { lt: 2 } }, 'products_by_price'],
  ]

  it.each(FILTERS)('finds %s with %j by an index', async (of, where, index) => {
    for (const role of ['GUEST', 'EDITOR'] as const)
      await expectServed(role, { of, where }, { index, most: 300 })
  })

  it.each(['GUEST', 'EDITOR'] as const)('finds articles of an owner by an index for %s', async (role) => {
    const [page] = (await explainFor(role, { of: 'articles', where: { ownerId: { eq: '300' } } })).pages
    expect(page?.indexes).toContain('articles_owner')
    expect(page?.scanned).toEqual([])
  })

  it('finds the readable articles alone for a guest, and all for a caller who may read all', async () => {
    const list = { of: 'articles', where: { subtitle: { contains: 'd41d8' } } }
    const indexes = async (role: keyof typeof callers) =>
      (await expectServed(role, list, { index: '' })).flatMap((page) => page.indexes)
    expect(new Set(await indexes('EDITOR'))).toEqual(new Set(['articles_in_subtitle']))
    for (const name of await indexes('GUEST')) expect(name).toMatch(/^articles_in_subtitle_[0-9a-f]{8}$/)
  })

  it('reads no unreadable articles that match', async () => {
    const secret = { of: 'articles', where: { subtitle: { contains: 'secret' } } }
    const [page] = (await explainFor('GUEST', secret)).pages
    expect(page).toMatchObject({
      indexes: [expect.stringMatching(/^articles_in_subtitle_/)],
      scanned: [],
      read: 0,
    })
  })

  it('serves no part of a text for a caller whose right has other records than that of a guest', async () => {
    const author = { ...aUser('al', 'AUTHOR'), id: 300 } as never
    const context = aContext({ model, stores: stores(), caller: callerOf(author) })
    const list = { of: 'articles', where: { subtitle: { contains: 'secret' } }, middle: 1 }
    const { unserved } = await explainList(test.database.session(), context, list)
    expect(unserved).toBe('where.subtitle.contains')
  })

  it.each([
    ['Meeting', 'guests', undefined],
    ['Meeting', 'editors', callers.EDITOR],
    ['Article', 'editors', callers.EDITOR],
    ['Comment', 'editors', callers.EDITOR],
    ['Product', 'guests', undefined],
  ])('serves all that is declared of %s, for %s, as `npm run plans` shows', async (name, _, caller) => {
    const context = aContext({ model, stores: stores(), ...(caller && { caller }) })
    const lines = await listPlans(test.database.session(), context, {
      type: model.typeNamed(name),
      middle: MIDDLE,
    })
    expect(lines.length).toBeGreaterThan(10)
    for (const { list, indexes, read } of lines) {
      expect(indexes, list).toMatch(/^[a-z0-9_, ]+$/)
      expect(indexes, list).not.toBe('not served')
      expect(read, list).toBeLessThanOrEqual(1_000)
    }
    expect(writePlans(lines).split('\n')[0]).toMatch(/^read {2,}ms {2,}list {2,}indexes$/)
  })
})
