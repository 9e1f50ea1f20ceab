import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordId } from '../model/fields/field.ts'
import { deleteRecord } from '../records/deletion/delete-record.ts'
import { createRecord, updateRecord } from '../records/record-operations.ts'
import { listRows } from '../operations/read-operations.ts'
import { declareRecordList, readRecord } from '../records/record-reading.ts'
import type { ChangeOf } from '../model/types/record-values.ts'
import { createWindow } from '../reading/page.ts'
import { atVersion, unconditional } from '../context/precondition.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { User } from '../users/user.ts'
import { Category, Product, type NewProduct } from './product.ts'

const NOWHERE = '00000000-0000-7000-8000-ffffffffffff' as RecordId<'Product'>
const ALL = createWindow(100, 0)
const ID = { fields: ['id'] }

let world: World
let people: World['people']
let toys: Category
beforeEach(async () => {
  world = await aWorld()
  people = world.people
  toys = await createCategory(people.EDITOR, 'Toys')
})

const createCategory = (caller: User | null, name: string): Promise<Category> =>
  createRecord(world.as(caller), Category, { name })

const create = (caller: User | null, given: Partial<NewProduct> = {}): Promise<Product> =>
  createRecord(world.as(caller), Product, {
    title: 'Top',
    price: 1.5,
    stock: 3,
    categoryId: toys.id,
    ...given,
  })
const update = (caller: User | null, id: RecordId<'Product'> | null, change: ChangeOf<typeof Product>) =>
  updateRecord(world.as(caller), Product, { id, change, precondition: unconditional })

describe('C4.9 products', () => {
  test('are stored as they were given', async () =>
    expect(await create(people.EDITOR)).toMatchObject({
      title: 'Top',
      description: null,
      price: 1.5,
      stock: 3,
      categoryId: toys.id,
      createdAt: NOON,
      updatedAt: null,
      version: 1,
    }))

  test.each<Partial<NewProduct>>([
    { price: 0, stock: 0 },
    { price: 1e9 },
    { stock: 2_147_483_647 },
    { description: '' },
  ])('accepts %j', async (given) =>
    expect(await refusedPaths(() => create(people.EDITOR, given))).toEqual([]),
  )

  test.each<[Partial<NewProduct>, string]>([
    [{ price: -0.01 }, 'price'],
    [{ price: Number.NaN }, 'price'],
    [{ price: Infinity }, 'price'],
    [{ stock: -1 }, 'stock'],
    [{ stock: 0.5 }, 'stock'],
    [{ stock: 2_147_483_648 }, 'stock'],
    [{ title: '' }, 'title'],
    [{ title: 'a\nb' }, 'title'],
    [{ description: 'x\0' }, 'description'],
    [{ categoryId: 'toys' }, 'categoryId'],
    [{ categoryId: NOWHERE }, 'categoryId'],
  ])('refuses %j', async (given, path) =>
    expect(await refusedPaths(() => create(people.EDITOR, given))).toEqual([path]),
  )

  test('callers with products:write change products; an unchanged product keeps its version', async () => {
    const { id } = await create(people.EDITOR)
    expect((await update(people.EDITOR, id, { title: 'Top', price: 1.5 })).version).toBe(1)
    expect(await update(people.EDITOR, id, { stock: 2 })).toMatchObject({
      stock: 2,
      version: 2,
      updatedAt: NOON,
    })
  })

  test.each(['title', 'price', 'stock', 'categoryId'])('C5.13 null is refused for %s', async (field) => {
    const { id } = await create(people.EDITOR)
    expect(await refusedPaths(() => update(people.EDITOR, id, { [field]: null }))).toEqual([field])
  })

  test('C5.13 null clears the description', async () => {
    const { id } = await create(people.EDITOR, { description: 'Spins.' })
    expect((await update(people.EDITOR, id, { description: null })).description).toBeNull()
  })
})

describe('C7.8 the callers who may write products', () => {
  const operations: readonly (readonly [string, (caller: User | null) => Promise<unknown>])[] = [
    ['createProduct', (caller) => create(caller, { title: '' })],
    ['updateProduct', (caller) => update(caller, null, { title: '' })],
    ['deleteProduct', (caller) => deleteRecord(world.as(caller), Product, null)],
    ['createCategory', (caller) => createCategory(caller, '')],
  ]

  test.each(operations)(
    '%s checks the credential first, then the permission, then the rest',
    async (_, operate) => {
      expect(await describeOutcome(() => operate(null))).toBe('UNAUTHENTICATED')
      for (const role of ['GUEST', 'READER', 'AUTHOR'] as const)
        expect(await describeOutcome(() => operate(people[role]))).toBe('FORBIDDEN')
      for (const role of ['EDITOR', 'ADMIN'] as const)
        expect(['NOT_FOUND', 'BAD_USER_INPUT']).toContain(await describeOutcome(() => operate(people[role])))
    },
  )

  test('C6.6 checks the version before the input', async () => {
    const { id } = await create(people.EDITOR)
    const stale = () =>
      updateRecord(world.as(people.EDITOR), Product, {
        id,
        change: { title: '' },
        precondition: atVersion(9),
      })
    expect(await describeOutcome(stale)).toBe('CONFLICT')
  })

  test('a deleted product does not exist', async () => {
    const { id } = await create(people.EDITOR)
    await deleteRecord(world.as(people.EDITOR), Product, id)
    expect(await describeOutcome(() => deleteRecord(world.as(people.EDITOR), Product, id))).toBe('NOT_FOUND')
    expect(await readRecord(world.as(null), Product, id, ID)).toBeNull()
  })
})

describe('C4.9 categories', () => {
  test.each(['', ' ', 'x'.repeat(101), 'a\nb'])('refuses the name %j', async (name) =>
    expect(await refusedPaths(() => createCategory(people.EDITOR, name))).toEqual(['name']),
  )

  test('have unique names, without regard to case', async () =>
    expect(await describeOutcome(() => createCategory(people.EDITOR, 'TOYS'))).toBe('CONFLICT'))
})

describe('C7.7 all callers may read products', () => {
  test('one by one, and in lists with the newest first', async () => {
    const [first, second] = [await create(people.EDITOR), await create(people.EDITOR)]
    const context = world.as(null)
    const ids = (rows: readonly object[]) => rows.map((row) => (row as { readonly id: string }).id)
    expect(await readRecord(context, Product, first.id, ID)).toEqual({ id: first.id })
    expect(
      ids(await listRows(context, declareRecordList(Product), { filters: {}, window: ALL }, ID)),
    ).toEqual([second.id, first.id])
    expect(
      ids(await listRows(context, declareRecordList(Category), { filters: {}, window: ALL }, ID)),
    ).toEqual([toys.id])
    expect(await readRecord(context, Category, toys.id, ID)).toEqual({ id: toys.id })
    expect(await readRecord(context, Category, null, ID)).toBeNull()
  })

  test('by category', async () => {
    const tools = await createCategory(people.EDITOR, 'Tools')
    await create(people.EDITOR)
    const hammer = await create(people.EDITOR, { categoryId: tools.id })
    const rows = await listRows(
      world.as(null),
      declareRecordList(Product),
      { filters: { categoryId: tools.id }, window: ALL },
      ID,
    )
    expect(rows).toEqual([{ id: hammer.id }])
  })
})
