import { describe, expect, it } from 'vitest'
import { contentPolicy, builtInModel } from '../service/content-types.ts'
import type { ContentModel } from '../model/content-model.ts'
import {
  aContext,
  anArticle,
  aRecord,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  NOON,
  Room,
  Talk,
  talkModel,
  toolModel,
  Workshop,
} from '../testing/index.ts'
import { aWorld } from '../testing/world.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { User } from '../users/user.ts'
import { deriveEvents } from './derive-events.ts'
import { createEventDocument } from './event-document.ts'
import { readEventDocument } from './read-event-document.ts'
import { Article } from '../articles/article.ts'

const SUBJECT = '00000000-0000-7000-8000-000000000001' as RecordId<'Category'>
const LATER = new Date(NOON.getTime() + 1_000)
const change = (before: object, values: object): never =>
  ({ before, after: { ...before, ...values, updatedAt: LATER, version: 2 } }) as never
const derive = (model: ContentModel, resource: string, changed: never): never =>
  ({ id: 'e', at: NOON, ...deriveEvents(model, resource, changed)[0] }) as never

describe('C16.4 `changed` of an `updated` event', () => {
  it('names the members that differ, and no event of another kind has it', async () => {
    const { people, stores } = await aWorld()
    const given = { title: 'Type', startsAt: '2030-01-01T10:00:00Z', contact: 'a', subjectId: SUBJECT }
    const before = aRecord(stores, Workshop, given, people.READER.id)
    const read = (user: User, changed: never) =>
      createEventDocument(
        { caller: callerOf(user), policy: toolModel.policy, model: toolModel },
        derive(toolModel, 'workshops', changed),
        { facts: { ...before }, isPublic: false },
      )
    const both = change(before, {
      title: 'Ink',
      contact: null,
      topics: ['a'],
      startsAt: new Date(before.startsAt),
    })
    expect(read(people.READER, both)?.changed).toEqual(['title', 'contact', 'topics'])
    expect(Object.keys(read(people.READER, both) ?? {})).toEqual([
      ...['id', 'type', 'version', 'timestamp', 'changed', 'data'],
    ])
    // The contact is masked for others, even if it is gone now.
    expect(read(people.AUTHOR, both)?.changed).toEqual(['title', 'topics'])
    expect(read(people.READER, { before: null, after: before } as never)).not.toHaveProperty('changed')
    expect(JSON.stringify(read(people.READER, both))).not.toContain('.changed')
  })

  it('names long texts, which events leave out', async () => {
    const { people, article } = await aWorld()
    const before = await article(people.AUTHOR)
    const event = derive(builtInModel, 'articles', change(before, { content: 'Other.', excerpt: 'Other.' }))
    const context = { caller: callerOf(people.ADMIN), policy: contentPolicy, model: builtInModel }
    const document = createEventDocument(context, event, { facts: { ...before }, isPublic: false })
    expect(document?.changed).toEqual(['content', 'excerpt'])
    expect(document?.data).not.toHaveProperty('content')
  })

  it('tells of a user no more than the public profile', async () => {
    const { people, as } = await aWorld()
    const { READER, AUTHOR, ADMIN } = people
    const event = derive(
      builtInModel,
      'users',
      change(READER, { name: 'Bob', email: 'new@example.org', status: 'LOCKED' }),
    )
    const admin = await readEventDocument(as(ADMIN), event)
    expect(admin?.changed).toEqual(expect.arrayContaining(['name', 'email', 'status']))
    // Ada sees the profile: she has written something, as Rob has.
    const other = createEventDocument(as(AUTHOR), event, { facts: null, isPublic: true })
    expect(other?.changed).toEqual(['name'])
  })

  it('names a link only to a receiver for whom it differs', async () => {
    const stores = memoryStores(new MemoryTables(), talkModel)
    const add = (name: string) => stores.users.add(aUser(name, 'AUTHOR'), null)
    const [rita, rob] = [await add('rita'), await add('rob')]
    const room = async (keeper: User) =>
      (await stores.records(Room).add(aRecord(stores, Room, { name: 'Attic' }, keeper.id))).id
    const [first, second, ofRob] = [await room(rita), await room(rita), await room(rob)]
    const article = await stores.records(Article).add(anArticle(stores, rob.id))
    const given = { title: 'On types', roomId: first, articleId: article.id }
    const talk = await stores.records(Talk).add(aRecord(stores, Talk, given, rob.id))
    const read = async (user: User, roomId: string | null) => {
      const context = aContext({ model: talkModel, stores, caller: callerOf(user) })
      return (await readEventDocument(context, derive(talkModel, 'talks', change(talk, { roomId }))))?.changed
    }
    for (const roomId of [second, null]) {
      expect(await read(rita, roomId)).toEqual(['roomId'])
      expect(await read(rob, roomId)).toEqual([])
    }
    expect(await read(rob, ofRob)).toEqual(['roomId'])
  })

  it('is absent from an event that an earlier release has stored', async () => {
    const { people, as, article } = await aWorld()
    const before = await article(people.AUTHOR)
    for (const stored of [undefined, null, [], 'content', { names: 'content' }, { names: [], links: null }]) {
      const event = derive(builtInModel, 'articles', change(before, { content: 'Other.' })) as {
        readonly data: object
      }
      const data = { ...event.data, '.changed': stored }
      const document = await readEventDocument(as(people.ADMIN), { ...event, data } as never)
      expect(document).not.toHaveProperty('changed')
    }
  })
})
