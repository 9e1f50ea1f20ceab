import { and } from '@content-service/authz'
import { builtInModel, contentModel, field, record, type Stores } from '@content-service/domain'
import { GUEST_NOTE } from '@content-service/domain/internal/model'
import {
  aRecord,
  memoryStores,
  MemoryTables,
  NOON,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'
import { compareModel } from '../compare-tables.ts'

const about = 'A test.'
const title = field.line(80, { about })

const Wish = record({
  name: 'Wish',
  plural: 'wishes',
  about,
  allowed: { read: { GUEST: 'all' }, create: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  keepFor: 30,
  fields: { title, parent: field.one('self', { about, optional: true, onDelete: 'cascade' }) },
})
const Answer = record({
  name: 'Answer',
  plural: 'answers',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title,
    wish: field.one(Wish, { about, optional: true, onDelete: 'clear' }),
    cause: field.one(Wish, { about, optional: true, onDelete: 'cascade' }),
  },
})
const model = contentModel([...builtInModel.types, Wish, Answer])

const days = (count: number): Date => new Date(NOON.getTime() + count * 86_400_000)

describe.each([
  ['the memory', null],
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C14.3 records of guests in %s', (_, open) => {
  let database: TestDatabase | null = null
  let stores: Stores
  beforeAll(async () => {
    database = (await open?.({ model })) ?? null
    if (database) await migrateTypes(database.database, model)
    stores = database
      ? createStores(database.database.session(), TEST_AUDIT_CONTEXT, { model })
      : memoryStores(new MemoryTables(), model)
  })
  afterAll(() => database?.close())

  const add = (name: string, createdAt: Date | null, given: object = {}) =>
    stores
      .records(Wish)
      .add({ ...aRecord(stores, Wish, { title: name, ...given }), [GUEST_NOTE]: createdAt } as never)
  const listTitles = async () => {
    const rows = await stores.reader.find({
      from: 'wishes',
      where: and(),
      orderBy: [{ by: 'title', direction: 'ASC' }],
      window: { limit: 100, offset: 0 },
      select: { fields: ['title'] },
    })
    return rows.map((row) => row['title'])
  }

  it('have a note in a column of their table, with an index', async () => {
    if (!database) return
    expect(await compareModel(database.database.session(), model)).toEqual({
      differences: [],
      leftOut: [],
      undeclared: [],
      undeclaredTables: [],
      moves: [],
    })
  })

  it('are erased, oldest first, with what links to them; other records stay', async () => {
    const oldest = await add('a', days(1))
    await add('b', days(2))
    await add('c', days(3))
    await add('d', days(9))
    await add('e', null)
    await add('f', null, { parentId: oldest.id })
    const answer = (given: object) =>
      stores.records(Answer).add(aRecord(stores, Answer, { title: 'Answer', ...given }))
    const cleared = await answer({ wishId: oldest.id })
    const gone = await answer({ causeId: oldest.id })
    expect(await stores.records(Wish).purgeGuestRecords(days(3), 2)).toBe(2)
    expect(await listTitles()).toEqual(['c', 'd', 'e'])
    expect(await stores.records(Answer).get(cleared.id)).toMatchObject({ wishId: null, version: 2 })
    expect(await stores.records(Answer).get(gone.id)).toBeNull()
    expect(await stores.records(Wish).purgeGuestRecords(days(3), 2)).toBe(1)
    expect(await stores.records(Wish).purgeGuestRecords(days(3), 2)).toBe(0)
    expect(await listTitles()).toEqual(['d', 'e'])
  })
})
