import { and, or } from '@content-service/authz'
import type { User } from '@content-service/domain'
import { builtInModel, contentModel } from '@content-service/domain'
import { aRecord, aUser, NOON, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite } from '../testing/databases.ts'
import { declareTrip } from '../testing/trip-type.ts'

const Trip = declareTrip({ drafts: true })
const model = contentModel([...builtInModel.types, Trip])

it('C17.6 personal data have the own drafts with all that the person wrote, and an erasure removes a user from links', async () => {
  const test = await openPglite({ model })
  onTestFinished(() => test.close())
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const { users, records, exports, erasures, drafts } = stores
  const add = (name: string) => users.add(aUser(name), null)
  const [ann, pat, eve] = [await add('ann'), await add('pat'), await add('eve')]
  const { id } = await records(Trip).add(aRecord(stores, Trip, { title: 'First' }, ann.id) as never)
  const links = { guideId: pat.id, guideIds: [pat.id, eve.id], stops: [{ key: 'a', guideId: pat.id }] }
  const values = { title: 'Planned', secret: 'My own words.', ...links, 'parts.users': [pat.id] }
  const key = { recordId: id, userId: eve.id }
  const digests = { title: 'x'.repeat(22) }
  await drafts.save(Trip, { ...key, baseVersion: 1, changedAt: NOON, values, digests }, 10)

  const read = async (of: User['id'], readable: Parameters<typeof exports.records>[1]) => {
    const found: object[] = []
    for await (const own of exports.records(of, readable)) if (own.type === 'tripDraft') found.push(own)
    return found
  }
  const kept = { recordId: id, baseVersion: 1, title: 'Planned', changedAt: NOON.toISOString() }
  const [own] = await read(eve.id, () => and())
  expect(own).toMatchObject({ ...kept, secret: 'My own words.', ...links })
  expect(JSON.stringify(own)).not.toContain('xxx')
  const hidden = { guideId: null, guideIds: [], stops: [{ key: 'a', guideId: null }] }
  expect(await read(eve.id, () => or())).toMatchObject([{ ...kept, ...hidden }])
  for (const other of [ann, pat]) expect(await read(other.id, () => and())).toEqual([])

  const erasure = { userId: pat.id, pseudonym: -3, at: new Date() }
  while ((await erasures.forget(erasure, 1)) > 0);
  expect((await drafts.find(Trip, key))?.values).toMatchObject({
    ...hidden,
    guideIds: [eve.id],
    'parts.users': [],
  })
})
