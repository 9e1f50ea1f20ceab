import { beforeEach, describe, expect, it } from 'vitest'
import type { Context, Stores } from '../context/context.ts'
import { deriveEvents } from '../events/derive-events.ts'
import { createEventSchemas } from '../events/event-schemas.ts'
import { readEventDocument } from '../events/read-event-document.ts'
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
  talkModel as model,
} from '../testing/index.ts'
import type { User } from '../users/user.ts'
import { filterReadable } from '../visibility/visible-rows.ts'
import type { RecordOf } from '../model/types/record-values.ts'
import { createRecord } from './record-operations.ts'
import { Article } from '../articles/article.ts'

const UNKNOWN = '00000000-0000-7000-8000-ffffffffffff'

describe('C14.2 links to records that a reader may not read', () => {
  let stores: Stores
  let people: Readonly<Record<'rita' | 'rob' | 'ada', User>>
  let ids: { readonly roomId: string; readonly articleId: string }
  let talk: RecordOf<typeof Talk>
  const as = (user: User): Context => aContext({ model, stores, caller: callerOf(user) })
  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    const add = (name: string, role: 'AUTHOR' | 'ADMIN') => stores.users.add(aUser(name, role), null)
    const rita = await add('rita', 'AUTHOR')
    people = { rita, rob: await add('rob', 'AUTHOR'), ada: await add('ada', 'ADMIN') }
    const article = await stores.records(Article).add(anArticle(stores, rita.id, { status: 'DRAFT' }))
    const room = await stores.records(Room).add(aRecord(stores, Room, { name: 'Attic' }, rita.id))
    ids = { roomId: room.id, articleId: article.id }
    talk = aRecord(stores, Talk, { title: 'On types', ...ids }, people.rob.id)
  })

  it('are null in the events of a webhook', async () => {
    await stores.records(Talk).add(talk)
    const [event] = deriveEvents(model, 'talks', { before: null, after: talk })
    const read = async (user: User) =>
      (await readEventDocument(as(user), { id: 'e', at: NOON, ...event } as never))?.data
    expect(await read(people.rita)).toMatchObject(ids)
    expect(await read(people.ada)).toMatchObject(ids)
    expect(await read(people.rob)).toMatchObject({ title: 'On types', roomId: null, articleId: null })
    const { $defs } = createEventSchemas(model) as {
      readonly $defs: Readonly<Record<string, { readonly properties: { readonly data: object } }>>
    }
    expect($defs['talk.created']?.properties.data).toMatchObject({
      properties: { roomId: { type: ['string', 'null'] }, articleId: { type: ['string', 'null'] } },
    })
  })

  it('are null in the personal data of an owner who may no longer read the records', async () => {
    await stores.records(Talk).add(talk)
    const read = async (user: User) => {
      const found = []
      const readable = (of: string) => filterReadable(as(user), of)
      for await (const record of stores.exports.records(people.rob.id, readable)) found.push(record)
      return found.filter(({ type }) => type === 'talk')
    }
    expect(await read(people.rob)).toMatchObject([{ title: 'On types', roomId: null, articleId: null }])
    expect(await read(people.ada)).toMatchObject([ids])
  })

  it('are refused after the same reads as an unknown id', async () => {
    const asked: unknown[] = []
    const note = ({ stores: own, ...context }: Context): Context => {
      const { reader } = own
      const count: typeof reader.count = async (from, where, atMost) => {
        asked.push([from, JSON.stringify(where).replaceAll(/[0-9a-f-]{36}/g, 'id')])
        return reader.count(from, where, atMost)
      }
      return { ...context, stores: { ...own, reader: Object.assign(Object.create(reader), { count }) } }
    }
    const attempt = async (given: typeof ids) => {
      asked.length = 0
      const created = createRecord(note(as(people.rob)), Talk, { title: 'T', ...given })
      const refused = await created.catch(({ code, message }) => ({ code, message }))
      return { refused, asked: [...asked] }
    }
    const hidden = await attempt(ids)
    expect(hidden).toEqual(await attempt({ roomId: UNKNOWN, articleId: UNKNOWN }))
    expect(hidden.asked).toHaveLength(2)
    expect(hidden.refused).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'roomId: there is no room with this id; articleId: there is no article with this id',
    })
  })
})
