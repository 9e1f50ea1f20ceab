import type { Context, RecordId, RecordOf, Stores } from '@content-service/domain'
import { unconditional } from '@content-service/domain'
import { writeAtOnce } from '@content-service/domain/internal/operations'
import { upsertRecord } from '@content-service/domain/internal/records'
import {
  aContext,
  aUser,
  Booking,
  bookingModel as model,
  callerOf,
  memoryStores,
  MemoryTables,
  NOON,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres } from '../testing/databases.ts'

const startsAt = NOON.toISOString()
const UNKNOWN = '00000000-0000-7000-8000-ffffffffffff'

const openMemory = async (): Promise<{ readonly stores: Stores; close(): Promise<void> }> => ({
  stores: memoryStores(new MemoryTables(), model),
  close: async () => undefined,
})

const openDatabase = (open: typeof openPglite) => async () => {
  const test = await open({ model })
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  return { stores, close: () => test.close() }
}

describe.each([
  ['memory', openMemory],
  ['PGlite', openDatabase(openPglite)],
  ['PostgreSQL', openDatabase(openPostgres)],
] as const)('C14.4 an upsert on %s', (name, open) => {
  let world: Awaited<ReturnType<typeof openMemory>>
  let context: Context
  beforeAll(async () => {
    world = await open()
    const user = await world.stores.users.add(aUser('rita', 'AUTHOR'), null)
    context = aContext({ stores: world.stores, model, caller: callerOf(user) })
  })
  afterAll(() => world.close())

  const upsert = (ref: string, given: object = {}, within = context) => {
    const prepare = async () => unconditional
    const input = { title: 'A', startsAt, ...given }
    return upsertRecord(within, Booking, { readRef: () => ref, given: input, prepare })
  }
  const refuse = async (work: Promise<unknown>) => work.then(String, ({ code, problems }) => [code, problems])

  it('creates a record once, and then changes it, in which members that are left out stay', async () => {
    const first = await upsert('crm-1', { slot: 4 })
    expect(first).toMatchObject({ isNew: true, record: { ref: 'crm-1', slot: 4, version: 1 } })
    const second = await upsert('crm-1', { title: 'B' })
    expect(second).toMatchObject({
      isNew: false,
      record: { id: first.record.id, title: 'B', slot: 4, version: 2 },
    })
    expect(await upsert('crm-1', { title: 'B', slot: null })).toMatchObject({ record: { slot: null } })
    expect((await upsert('CRM-1')).isNew).toBe(true)
  })

  it('finds a record by its id too, as an import does, but prefers its ref', async () => {
    const { record } = await upsert('crm-2')
    expect(await upsert(record.id, { title: 'By id' })).toMatchObject({
      isNew: false,
      record: { ref: 'crm-2' },
    })
    const other = await upsert(UNKNOWN)
    expect(other).toMatchObject({ isNew: true, record: { ref: UNKNOWN } })
    expect(other.record.id).not.toBe(UNKNOWN)
    expect((await upsert(UNKNOWN)).record.id).toBe(other.record.id)
  })

  it.each([
    ['alone', (work: (within: Context) => Promise<object>) => work(context)],
    [
      'in the transaction of the response',
      (work: (within: Context) => Promise<object>) => writeAtOnce(context, work),
    ],
  ] as const)('writes one record for several requests at once, %s', async (form, run) => {
    const ref = `at once ${form}`
    // The transactions of memory run one after the other, and so do those of PGlite.
    const count = name === 'PostgreSQL' ? 8 : 2
    const all = await Promise.all(
      Array.from({ length: count }, (_, slot) => run((within) => upsert(ref, { slot: slot + 1 }, within))),
    )
    const written = all as readonly { readonly record: RecordOf<typeof Booking>; readonly isNew: boolean }[]
    expect(new Set(written.map(({ record }) => record.id)).size).toBe(1)
    expect(written.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(written.map(({ record }) => record.version).toSorted((a, b) => a - b)).toEqual(
      written.map((_, place) => place + 1),
    )
  })

  it.each(['', ' ', 'a\nb', '\0', '\ud800', '\u202e', 'x'.repeat(301)])('refuses the ref %j', async (ref) => {
    expect(await refuse(upsert(ref))).toEqual([
      'BAD_USER_INPUT',
      [{ path: ['ref'], message: expect.any(String) }],
    ])
  })

  it('refuses taken unique values, and no other record gets the ref', async () => {
    await upsert('crm-3', { code: 'X1' })
    expect(await refuse(upsert('crm-4', { code: 'x1' }))).toEqual([
      'CONFLICT',
      [{ path: ['code'], message: 'is taken' }],
    ])
    const { record } = await upsert('crm-3')
    const store = world.stores.records(Booking)
    expect(
      await refuse(store.add({ ...record, id: store.nextId() as RecordId<'Booking'>, code: null })),
    ).toEqual(['CONFLICT', [{ path: ['ref'], message: 'is taken' }]])
  })
})
