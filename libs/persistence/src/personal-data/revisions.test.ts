import { and, or } from '@content-service/authz'
import type { User } from '@content-service/domain'
import { builtInModel, contentModel } from '@content-service/domain'
import type { RecordRevision } from '@content-service/domain/internal/model'
import { aRecord, aUser, NOON, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite } from '../testing/databases.ts'
import { declareTrip } from '../testing/trip-type.ts'

const Trip = declareTrip({ revisions: true })
const model = contentModel([...builtInModel.types, Trip])

it('C17.3 personal data have the revisions without masked values and hidden links, and an erasure removes a user from links', async () => {
  const test = await openPglite({ model })
  onTestFinished(() => test.close())
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const { users, records, exports, erasures, reader } = stores
  const add = (name: string) => users.add(aUser(name), null)
  const [ann, pat, eve] = [await add('ann'), await add('pat'), await add('eve')]
  const links = { guideId: pat.id, guideIds: [pat.id, eve.id], stops: [{ key: 'a', guideId: pat.id }] }
  const made = aRecord(stores, Trip, { title: 'First' }, ann.id)
  const trip = { ...made, secret: 'For the auditor.', ...links } as never
  const { id } = await records(Trip).add(trip)
  const keeping = { editorId: eve.id, at: NOON }
  await records(Trip).change(id, (current) => ({ ...current, title: 'Second' }), { keeping })

  const read = async (of: User['id'], readable: Parameters<typeof exports.records>[1]) => {
    const found: object[] = []
    for await (const own of exports.records(of, readable)) if (own.type === 'tripRevision') found.push(own)
    return found
  }
  const kept = { recordId: id, title: 'First', createdAt: NOON.toISOString() }
  for (const person of [ann, eve]) {
    const [own] = await read(person.id, () => and())
    expect(own).toMatchObject({ ...kept, ...links })
    expect(own).not.toHaveProperty('secret')
  }
  const hidden = { guideId: null, guideIds: [], stops: [{ key: 'a', guideId: null }] }
  expect(await read(ann.id, () => or())).toMatchObject([{ ...kept, ...hidden }])
  expect(await read(pat.id, () => and())).toEqual([])

  const erasure = { userId: pat.id, pseudonym: -3, at: new Date() }
  while ((await erasures.forget(erasure, 1)) > 0);
  const [{ id: revision } = { id: null }] = await reader.find({
    from: 'trips.revisions',
    where: and(),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: ['id'] },
  })
  expect((await records(Trip).revision(revision as RecordRevision['id']))?.values).toMatchObject({
    ...hidden,
    guideIds: [eve.id],
    hostId: ann.id,
  })
})
