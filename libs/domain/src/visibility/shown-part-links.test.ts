import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel, field, record, type RecordId } from '../index.ts'
import type { RecordOf } from '../model/types/record-values.ts'
import { listRows } from '../operations/read-operations.ts'
import { createWindow } from '../reading/page.ts'
import { listOperations } from '../service/operations.ts'
import { aContext, aRecord, memoryStores, MemoryTables } from '../testing/index.ts'

const about = 'A test.'
/** The work on a few records is longer than that on the rows of a read without a pause. */
const SLOW_MS = 8
const WALKS = 16

const blockFor = (ms: number): void => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const allowed = { read: { GUEST: 'all' }, write: { ADMIN: 'all' } } as const
const Venue = record({
  name: 'Venue',
  plural: 'venues',
  about,
  allowed,
  fields: { name: field.line(80, { about }) },
})
const Walk = record({
  name: 'Walk',
  plural: 'walks',
  about,
  allowed,
  fields: {
    title: field.line(80, { about }),
    stops: field.list(field.group({ venue: field.one(Venue, { about }) }, { about }), { about }),
  },
  computed: (on) => ({
    slow: on({ kind: field.line(80), from: ['title'] }, ({ title }) => {
      blockFor(SLOW_MS)
      return title
    }),
  }),
})
const model = contentModel([...builtInModel.types, Venue, Walk])

describe('C14.2 links in parts', () => {
  it('show their records in a read that is so large that it pauses', async () => {
    const stores = memoryStores(new MemoryTables(), model)
    const stops: { readonly key: string; readonly venueId: RecordId<'Venue'> }[] = []
    for (const key of ['a', 'b', 'c']) {
      const venue = await stores.records(Venue).add(aRecord(stores, Venue, { name: key }))
      stops.push({ key, venueId: venue.id })
    }
    for (let count = 0; count < WALKS; count += 1) {
      const walk = { ...aRecord(stores, Walk, { title: 'Walk' } as never), stops } as RecordOf<typeof Walk>
      await stores.records(Walk).add(walk)
    }
    const shown = await listRows(
      aContext({ stores, model, policy: model.policy }),
      listOperations(model)['walks'] as never,
      { filters: {} as never, window: createWindow(WALKS, 0) },
      { fields: ['stops', 'slow'] },
    )
    expect(shown.map((walk) => walk['stops'])).toEqual(Array.from({ length: WALKS }, () => stops))
  })
})
