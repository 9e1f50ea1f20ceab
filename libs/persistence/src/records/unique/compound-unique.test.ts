import type { Stores } from '@content-service/domain'
import { planByKey } from '@content-service/domain/internal/records'
import { readFirst } from '@content-service/domain/internal/visibility'
import {
  aContext,
  aRecord,
  Booking,
  bookingModel as model,
  Hall,
  memoryStores,
  MemoryTables,
  NOON,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres } from '../../testing/databases.ts'

const openMemory = async () => {
  const stores = memoryStores(new MemoryTables(), model)
  return { stores, close: async () => undefined }
}
const openStores = (open: typeof openPglite) => async () => {
  const { database, close } = await open({ model })
  await migrateTypes(database, model)
  return { stores: createStores(database.session(), TEST_AUDIT_CONTEXT, { model }), close }
}

describe.each([
  ['in memory', openMemory],
  ['on PGlite', openStores(openPglite)],
  ['on PostgreSQL', openStores(openPostgres)],
])('C14.9 fields that are unique together %s', (_, open) => {
  let stores: Stores
  let close: () => Promise<void>
  let halls: readonly string[]

  beforeAll(async () => {
    const opened = await open()
    ;({ stores, close } = opened)
    const made = ['Attic', 'Cellar'].map((name) => stores.records(Hall).add(aRecord(stores, Hall, { name })))
    halls = (await Promise.all(made)).map(({ id }) => id)
  })
  afterAll(() => close())

  const add = (title: string, hall: number | null, slot: number | null = null) => {
    const hallId = hall === null ? null : (halls[hall] ?? null)
    const given = { title, startsAt: NOON.toISOString(), hallId, slot }
    return stores.records(Booking).add(aRecord(stores, Booking, given))
  }

  it('refuse a second record with all of the values, and name the fields', async () => {
    await add('one', 0, 1)
    await add('two', 0, 2)
    await add('three', 1, 1)
    await expect(add('four', 0, 1)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Another booking has the same hallId and slot.',
      problems: [
        { path: ['hallId'], message: 'is taken together with slot' },
        { path: ['slot'], message: 'is taken together with hallId' },
      ],
    })
  })

  it('compare texts regardless of letter case', async () => {
    await add('Über', 0)
    await add('Über', 1)
    await expect(add('ÜBER', 1)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('C14.4 find the record', async () => {
    const context = aContext({ model, stores })
    const select = { fields: ['title'] }
    const find = (hall: number, slot: number) =>
      readFirst(context, planByKey(context, Booking, { hallSlot: { hallId: halls[hall], slot } }, select))
    expect((await find(0, 2))?.['title']).toBe('two')
    expect(await find(1, 2)).toBeNull()
    const byText = { titleHall: { title: 'TWO', hallId: halls[0] } }
    expect((await readFirst(context, planByKey(context, Booking, byText, select)))?.['title']).toBe('two')
  })

  it('take null for different from null', async () => {
    await add('same', null, 7)
    await add('same', null, 7)
    await add('other', 0, null)
    await add('another', 0, null)
  })

  it('refuse a change, and a record that keeps its values can change', async () => {
    const { id } = await add('movable', 1, 50)
    await add('fixed', 1, 51)
    const change = (slot: number) =>
      stores.records(Booking).change(id, (current) => ({ ...current, slot, version: current.version + 1 }))
    await expect(change(51)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await change(50))?.slot).toBe(50)
  })
})
