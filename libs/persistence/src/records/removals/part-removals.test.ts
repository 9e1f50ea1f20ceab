import { builtInModel, contentModel, field, record, type RecordOf } from '@content-service/domain'
import { aRecord, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { findRows } from '../../statements/sql.ts'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPostgres } from '../../testing/databases.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const Place = record({
  name: 'Place',
  plural: 'places',
  about,
  allowed,
  fields: { name: field.line(80, { about }) },
})
const Tour = record({
  name: 'Tour',
  plural: 'tours',
  about,
  allowed,
  fields: {
    title: field.line(80, { about }),
    notes: field.list(field.line(1_000, { about }), { about, most: 1_000 }),
    stops: field.list(field.group({ place: field.one(Place, { about }) }, { about }), { about }),
  },
})
const model = contentModel([...builtInModel.types, Place, Tour])
const COUNT = 45

/** A text that the database cannot compress. */
const createNoise = (seed: number): string =>
  Array.from({ length: 900 }, (_, place) =>
    String.fromCodePoint(0x4e_00 + ((seed * 7_919 + place * 104_729) % 20_000)),
  ).join('')

it('C16.1 a deletion that many large records link to is for the worker, which takes 20 of them at a time', async () => {
  const test = await openPostgres({ model })
  onTestFinished(() => test.close())
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const places = stores.records(Place)
  const { id } = await places.add(aRecord(stores, Place, { name: 'P' }))
  const notes = Array.from({ length: 30 }, (_, seed) => createNoise(seed))
  for (let made = 0; made < COUNT; made += 1)
    await stores.records(Tour).add({
      ...aRecord(stores, Tour, { title: `T${made}` }),
      notes,
      stops: [{ key: 'a', placeId: id }],
    } as RecordOf<typeof Tour>)
  const readTours = () =>
    findRows(
      test.database.session(),
      sql<{ version: number; stops: unknown; xmin: string }>`select version, stops, xmin::text from tours`,
    )
  expect(await places.remove(id, () => undefined)).toBe(true)
  // Readers no longer see the place, and the tours are as they were.
  expect(await places.get(id)).toBeNull()
  expect((await readTours()).every(({ version }) => version === 1)).toBe(true)
  for (let user: number | null = 0; user !== null;) user = await stores.removals.finish(user)
  const left = await readTours()
  expect(left.every(({ version, stops }) => version === 2 && (stops as unknown[]).length === 0)).toBe(true)
  expect(new Set(left.map(({ xmin }) => xmin)).size).toBe(3)
})
