import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { aRecord, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite } from '../testing/databases.ts'

const Trip = record({
  name: 'Trip',
  plural: 'trips',
  about: 'A trip of some days.',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    day2Start: field.time({ about: 'The start of the second day.' }),
    legA1: field.line(80, { about: 'The first leg.' }),
  },
})
const model = contentModel([...builtInModel.types, Trip])

it('uses the columns that a migration creates, also for a capital letter after a digit', async () => {
  const test = await openPglite({ model })
  try {
    await migrateTypes(test.database, model)
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
    const trips = stores.records(Trip)
    const trip = await trips.add(aRecord(stores, Trip, { day2Start: '2030-01-01T10:00:00Z', legA1: 'Out' }))
    await trips.change(trip.id, (current) => ({ ...current, legA1: 'Back', version: 2 }))
    expect(await trips.get(trip.id)).toEqual({ ...trip, legA1: 'Back', version: 2 })
  } finally {
    await test.close()
  }
})
