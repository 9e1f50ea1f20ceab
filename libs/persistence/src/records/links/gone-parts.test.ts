import { and } from '@content-service/authz'
import { builtInModel, contentModel, field, record, User } from '@content-service/domain'
import { aRecord, aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres } from '../../testing/databases.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const name = field.line(80, { about })
const Place = record({ name: 'Place', plural: 'places', about, allowed, fields: { name } })
const Inn = record({ name: 'Inn', plural: 'inns', about, allowed, fields: { name } })
const Tour = record({
  name: 'Tour',
  plural: 'tours',
  about,
  allowed,
  fields: {
    name,
    stops: field.list(
      field.group(
        {
          place: field.one(Place, { about, onDelete: 'cascade' }),
          inn: field.one(Inn, { about, optional: true, onDelete: 'clear' }),
          guide: field.one(User, { about, optional: true }),
        },
        { about },
      ),
      { about },
    ),
  },
})
const model = contentModel([...builtInModel.types, Place, Inn, Tour])

it.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C16.1 a part that goes takes its links to other records with it, on %s', async (_, open) => {
  const test = await open({ model })
  onTestFinished(() => test.close())
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const add = async (type: typeof Place | typeof Inn) =>
    (await stores.records(type).add(aRecord(stores, type, { name: 'N' }) as never)).id
  const remove = (type: typeof Place | typeof Inn, id: never) =>
    stores.records(type).remove(id, () => undefined, { readable: () => and() })
  const guide = await stores.users.add(aUser('guide'), null)
  const [gone, stays, inn, kept] = [await add(Place), await add(Place), await add(Inn), await add(Inn)]
  const first = { key: 'a', placeId: gone, innId: inn, guideId: guide.id }
  const second = { key: 'b', placeId: stays, innId: kept, guideId: null }
  const tour = { ...aRecord(stores, Tour, { name: 'T' } as never), stops: [first, second] } as never
  const { id } = await stores.records(Tour).add(tour)

  await remove(Place, gone as never)
  expect(await stores.records(Tour).get(id)).toMatchObject({ version: 2, stops: [second] })
  await remove(Inn, inn as never)
  await stores.users.remove(guide.id, () => undefined)
  expect(await stores.records(Tour).get(id)).toMatchObject({ version: 2, stops: [second] })
  await remove(Inn, kept as never)
  expect(await stores.records(Tour).get(id)).toMatchObject({
    version: 3,
    stops: [{ ...second, innId: null }],
  })
})
