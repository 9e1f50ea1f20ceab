import { and, or, where } from '@content-service/authz'
import { builtInModel, contentModel, field, record, User } from '@content-service/domain'
import { aRecord, aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite } from '../testing/databases.ts'

const about = 'A test.'
const Trip = record({
  name: 'Trip',
  plural: 'trips',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'all' } },
  fields: {
    title: field.line(80, { about }),
    host: field.owner({ about, inverse: 'trips' }),
    stops: field.list(
      field.group(
        {
          guide: field.one(User, { about, optional: true }),
          number: field.integer(0, 1_000, { about, initial: 0 }),
        },
        { about },
      ),
      { about },
    ),
  },
})
const model = contentModel([...builtInModel.types, Trip])

it('C16.1 an export hides links in parts that the person may not read, and an erasure removes a user from events', async () => {
  const test = await openPglite({ model })
  onTestFinished(() => test.close())
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const { users, records, exports, erasures, reader } = stores
  const [ann, pat] = [await users.add(aUser('ann'), null), await users.add(aUser('pat'), null)]
  // A number that is no link has the value of the id.
  const stops = [{ key: 'a', guideId: pat.id, number: pat.id }]
  const add = async (title: string, given: readonly object[]) =>
    (await records(Trip).add({ ...aRecord(stores, Trip, { title }, ann.id), stops: given } as never)).id
  await add('Other', [{ key: 'a', guideId: null, number: pat.id }])
  const id = await add('Trip', stops)
  const read = async (readable: Parameters<typeof exports.records>[1]) => {
    const found = []
    for await (const own of exports.records(ann.id, readable)) found.push(own)
    return found.find((own) => own.type === 'trip' && (own as { title?: unknown }).title === 'Trip')
  }
  expect(await read(() => and())).toMatchObject({ stops })
  expect(await read(() => or())).toMatchObject({ stops: [{ key: 'a', guideId: null, number: pat.id }] })
  expect(await erasures.forget({ userId: pat.id, pseudonym: -3, at: new Date() }, 1)).toBeGreaterThan(0)
  const [event] = await reader.find({
    from: 'events',
    where: where<{ resourceId: string }>().resourceId.eq(id),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: ['data'] },
  })
  expect(event?.['data']).toMatchObject({ stops: [{ key: 'a', guideId: null, number: pat.id }] })
})
