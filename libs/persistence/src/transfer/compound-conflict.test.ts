import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { parseContentRecord } from '@content-service/domain/internal/transfer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateTypes, openPglite, type TestDatabase } from '../testing/databases.ts'
import { SqlTransferStore } from './transfer-store.ts'

const about = 'A test.'
const Booking = record({
  name: 'Booking',
  plural: 'bookings',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  unique: [['room', 'slot']],
  fields: { room: field.line(20, { about }), slot: field.integer(1, 9, { about }) },
})
const model = contentModel([...builtInModel.types, Booking])
let test: TestDatabase
beforeAll(async () => {
  test = await openPglite({ model })
  await migrateTypes(test.database, model)
})
afterAll(() => test.close())

it('C14.9 an import refuses the line of a record whose fields are taken together, and no other line', async () => {
  const lines = [
    { type: 'booking', ref: 'a', room: 'Attic', slot: 1 },
    { type: 'booking', ref: 'b', room: 'ATTIC', slot: 1 },
    { type: 'booking', ref: 'c', room: 'Attic', slot: 2 },
  ]
  const store = new SqlTransferStore(test.database.session(), model)
  const outcomes = await store.write(lines.map((line) => parseContentRecord(line, model)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(['added', 'refused', 'added'])
  expect(outcomes[1]).toMatchObject({ reason: 'Another booking has the same room and slot.' })
})
