import { beforeEach, describe, expect, it } from 'vitest'
import type { Context, Stores } from '../context/context.ts'
import { callerOf, aContext, anArticle, aUser, Gig, gigModel as model, Venue } from '../testing/index.ts'
import { memoryStores, MemoryTables } from '../testing/index.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import type { ChangeOf, RecordOf } from '../model/types/record-values.ts'
import type { User } from '../users/user.ts'
import { createRecord, runOperation, updateRecord } from './record-operations.ts'
import { Article } from '../articles/article.ts'

type Person = 'rita' | 'rob' | 'ada' | 'paula'
const NOBODY = '2147483647'

describe('C14.2 optional links and links to users', () => {
  let stores: Stores
  let people: Readonly<Record<Person, User>>
  const as = (name: Person): Context => aContext({ model, stores, caller: callerOf(people[name]) })
  const change = (name: Person, { id }: RecordOf<typeof Gig>, values: ChangeOf<typeof Gig>) =>
    updateRecord(as(name), Gig, { id, change: values, precondition: () => undefined })
  const refusal = (work: Promise<unknown>) => work.then(String, ({ code, message }) => [code, message])

  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    const add = async (name: string, role: 'READER' | 'AUTHOR' | 'ADMIN' = 'READER') =>
      stores.users.add(aUser(name, role), null)
    people = {
      rita: await add('rita'),
      rob: await add('rob'),
      ada: await add('ada', 'ADMIN'),
      paula: await add('paula', 'AUTHOR'),
    }
    // The profile of Paula is public.
    await stores.records(Article).add(anArticle(stores, people.paula.id))
  })

  it('are null without a value, keep it when left out, and are cleared by null', async () => {
    const { id: venueId } = await createRecord(as('rita'), Venue, { name: 'Attic' })
    const bare = await createRecord(as('rita'), Gig, { title: 'Solo' })
    expect(bare).toMatchObject({ venueId: null, contactId: null, version: 1 })
    const set = await change('rita', bare, { venueId, contactId: String(people.rita.id) })
    expect(set).toMatchObject({ venueId, contactId: people.rita.id, version: 2 })
    expect(await change('rita', set, { title: 'Duo' })).toMatchObject({ venueId, version: 3 })
    expect(await change('rita', set, { venueId: null, contactId: null })).toMatchObject({
      venueId: null,
      contactId: null,
      version: 4,
    })
  })

  it('lead only to users whom the list of users shows to the caller', async () => {
    const create = (name: Person, contactId: unknown) =>
      createRecord(as(name), Gig, { title: 'Solo', contactId: String(contactId) })
    const refused = await refusal(create('rita', NOBODY))
    expect(refused).toEqual(['BAD_USER_INPUT', 'contactId: there is no user with this id'])
    expect(await create('rita', people.paula.id)).toMatchObject({ contactId: people.paula.id })
    expect(await create('rita', people.rita.id)).toMatchObject({ contactId: people.rita.id })
    expect(await create('ada', people.rob.id)).toMatchObject({ contactId: people.rob.id })
    for (const hidden of [people.rob.id, 1, 0, 'rob', '01'])
      expect(await refusal(create('rita', hidden))).toEqual(refused)
    await stores.users.change(people.paula.id, (user) => ({ ...user, deleted: true }))
    for (const name of ['rita', 'ada'] as const)
      expect(await refusal(create(name, people.paula.id))).toEqual(refused)
  })

  it('keep a user whom the link shows, although the list of users does not', async () => {
    const gig = await createRecord(as('rita'), Gig, { title: 'Solo' })
    await change('ada', gig, { contactId: String(people.rob.id) })
    const again = await change('rita', gig, { title: 'Duo', contactId: String(people.rob.id) })
    expect(again).toMatchObject({ title: 'Duo', contactId: people.rob.id })
    const other = await createRecord(as('rita'), Gig, { title: 'Trio' })
    const elsewhere = change('rita', other, { contactId: String(people.rob.id) })
    expect(await refusal(elsewhere)).toEqual(['BAD_USER_INPUT', 'contactId: there is no user with this id'])
    expect(await change('rita', gig, { contactId: null })).toMatchObject({ contactId: null })
  })

  it('are changed only by those who see them: null leaves a hidden link, and another id replaces it', async () => {
    const hidden = await createRecord(as('ada'), Venue, { name: 'Vault' })
    const own = await createRecord(as('rita'), Venue, { name: 'Attic' })
    const gig = await createRecord(as('rita'), Gig, { title: 'Solo' })
    await change('ada', gig, { venueId: hidden.id, contactId: String(people.rob.id) })
    await stores.users.change(people.rob.id, (user) => ({ ...user, deleted: true }))
    const kept = await change('rita', gig, { venueId: null, contactId: null })
    expect(kept).toMatchObject({ venueId: hidden.id, contactId: people.rob.id, version: 2 })
    const refused = await refusal(change('rita', gig, { venueId: hidden.id }))
    expect(refused).toEqual(['BAD_USER_INPUT', 'venueId: there is no venue with this id'])
    expect(await refusal(change('rita', gig, { contactId: String(people.rob.id) }))).toEqual([
      'BAD_USER_INPUT',
      'contactId: there is no user with this id',
    ])
    const replaced = { venueId: own.id, contactId: String(people.paula.id) }
    expect(await change('rita', gig, replaced)).toMatchObject({
      venueId: own.id,
      contactId: people.paula.id,
      version: 3,
    })
    expect(await change('rita', gig, { venueId: null })).toMatchObject({ venueId: null, version: 4 })
  })

  it('are read by the same statements, whatever the caller may not read', async () => {
    const hidden = await createRecord(as('ada'), Venue, { name: 'Vault' })
    const gig = await createRecord(as('rita'), Gig, { title: 'Solo' })
    const asked: unknown[] = []
    const note = ({ stores: own, ...context }: Context): Context => {
      const { reader } = own
      const noted = (name: string, given: unknown) => {
        asked.push([name, JSON.stringify(given).replaceAll(/"[0-9a-f-]{36}"|\b\d+\b/g, 'id')])
      }
      const count: typeof reader.count = (from, where, atMost) => {
        noted(from, where)
        return reader.count(from, where, atMost)
      }
      const find: typeof reader.find = (query) => {
        noted(query.from, query)
        return reader.find(query)
      }
      return { ...context, stores: { ...own, reader: Object.assign(Object.create(reader), { count, find }) } }
    }
    const attempt = async (values: ChangeOf<typeof Gig>) => {
      asked.length = 0
      await updateRecord(note(as('rita')), Gig, {
        id: gig.id,
        change: values,
        precondition: () => undefined,
      }).catch(() => undefined)
      return [...asked]
    }
    const unknown = await attempt({ venueId: gig.id, contactId: NOBODY })
    expect(await attempt({ venueId: hidden.id, contactId: String(people.rob.id) })).toEqual(unknown)
    const cleared = await attempt({ venueId: null })
    await change('ada', gig, { venueId: hidden.id })
    expect(await attempt({ venueId: null })).toEqual(cleared)
    expect([unknown.length, cleared.length]).toEqual([3, 1])
  })

  it('lead to records of the same type, and in circles, but not to the record itself', async () => {
    const create = (title: string, parentId?: string) => createRecord(as('rita'), Gig, { title, parentId })
    const festival = await create('Festival')
    const day = await create('Day', festival.id)
    expect(day).toMatchObject({ parentId: festival.id })
    const own = ['BAD_USER_INPUT', 'parentId: must not be the gig itself']
    expect(await refusal(change('rita', day, { parentId: day.id }))).toEqual(own)
    const join = (into: string | null) =>
      runOperation(as('rita'), Gig, Gig.operations['join'] as RecordOperation, {
        id: day.id,
        input: { into },
        precondition: () => undefined,
      })
    expect(await refusal(join(day.id))).toEqual(own)
    expect(await refusal(join(NOBODY))).toEqual(['BAD_USER_INPUT', 'into: there is no gig with this id'])
    expect(await join(null)).toMatchObject({ parentId: null })
    expect(await join(festival.id)).toMatchObject({ parentId: festival.id })
    expect(await change('rita', festival, { parentId: day.id })).toMatchObject({ parentId: day.id })
  })
})
