import { expect, it } from 'vitest'
import type { EventId } from '../rules/ids.ts'
import {
  aRecord,
  aUser,
  callerOf,
  memoryStores,
  NOON,
  toolModel as model,
  Workshop,
} from '../testing/index.ts'
import type { RecordId } from '../model/fields/field.ts'
import { createEventDocument } from './event-document.ts'
import { deriveEvents } from './derive-events.ts'

it('an event shows a masked field only to receivers with its permission', async () => {
  const stores = memoryStores()
  const [rita, rob] = [
    await stores.users.add(aUser('rita'), null),
    await stores.users.add(aUser('rob'), null),
  ]
  const subjectId = '00000000-0000-7000-8000-000000000001' as RecordId<'Category'>
  const given = { title: 'Type', startsAt: '2030-01-01T10:00:00Z', contact: 'rita@example.org', subjectId }
  const after = aRecord({ records: (() => ({ nextId: () => subjectId })) as never }, Workshop, given, rita.id)
  const [events] = deriveEvents(model, 'workshops', { before: null, after } as never)
  const event = { id: 'e' as EventId, at: NOON, ...events } as never
  const readData = (user: typeof rita) =>
    createEventDocument({ caller: callerOf(user), policy: model.policy, model }, event, {
      facts: { ...after },
      isPublic: false,
    })?.data
  expect(readData(rita)).toMatchObject({
    contact: 'rita@example.org',
    startsAt: '2030-01-01T10:00:00.000Z',
    topics: [],
    hostId: rita.id,
  })
  expect(readData(rob)).toMatchObject({ contact: null, title: 'Type' })
})
