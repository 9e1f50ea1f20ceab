import { beforeEach, describe, expect, it } from 'vitest'
import type { Context, Stores } from '../context/context.ts'
import { unconditional } from '../context/precondition.ts'
import { line, one, owner } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, aUser, callerOf, memoryStores, MemoryTables } from '../testing/index.ts'
import { createRecord, updateRecord } from './record-operations.ts'

const about = 'A test.'
const Hall = record({
  name: 'Hall',
  plural: 'halls',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'all' } },
  fields: { name: line(80, { about }), keeper: owner({ about }) },
})
/** Everybody changes shows. The keeper of the hall sees the code. */
const Show = record({
  name: 'Show',
  plural: 'shows',
  about,
  allowed: {
    read: { GUEST: 'all' },
    write: { READER: 'all' },
    peek: { READER: (show, caller) => show.hall.keeperId.eq(caller.id), ADMIN: 'all' },
  },
  fields: {
    title: line(80, { about }),
    code: line(20, { about, optional: true, seenWith: 'peek' }),
    hall: one(Hall, { about }),
  },
  check: ({ code, title }) =>
    code === title
      ? [
          { path: ['code'], message: 'must not be the title' },
          { path: ['code', 0], message: 'begins as the title' },
          { path: ['title'], message: 'must not be the code' },
        ]
      : [],
})
/** Guests write, and only editors read. */
const Letter = record({
  name: 'Letter',
  plural: 'letters',
  about,
  allowed: { read: { EDITOR: 'all' }, create: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  keepFor: 90,
  fields: { text: line(80, { about }) },
  check: (letter) =>
    letter.text === 'Spam' ? [{ path: ['text'], message: Object.keys(letter).toSorted().join(' ') }] : [],
})
const model = contentModel([...builtInModel.types, Hall, Show, Letter])

describe('C16.3 the problems that a caller may read', () => {
  let stores: Stores
  let people: Readonly<Record<'keeper' | 'other', Context>>
  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    const signUp = async (name: string) =>
      aContext({ model, stores, caller: callerOf(await stores.users.add(aUser(name, 'READER'), null)) })
    people = { keeper: await signUp('keeper'), other: await signUp('other') }
  })

  const ALL = [
    { path: ['code'], message: 'must not be the title' },
    { path: ['code', 0], message: 'begins as the title' },
    { path: ['title'], message: 'must not be the code' },
  ]
  const MASKED = [
    { path: ['title'], message: 'must not be the code' },
    { path: ['code'], message: 'is not allowed' },
  ]

  it('follow rights through links, in changes', async () => {
    const { id: hallId } = await createRecord(people.keeper, Hall, { name: 'H' })
    const { id } = await createRecord(people.keeper, Show, { title: 'Show', code: 'X', hallId })
    const update = (context: Context) =>
      updateRecord(context, Show, { id, change: { title: 'X' }, precondition: unconditional })
    await expect(update(people.keeper)).rejects.toMatchObject({ problems: ALL })
    await expect(update(people.other)).rejects.toMatchObject({ problems: MASKED })
  })

  it('follow rights through links, in new records', async () => {
    const { id: hallId } = await createRecord(people.keeper, Hall, { name: 'H' })
    const create = (context: Context) => createRecord(context, Show, { title: 'X', code: 'X', hallId })
    await expect(create(people.keeper)).rejects.toMatchObject({ problems: ALL })
    await expect(create(people.other)).rejects.toMatchObject({ problems: MASKED })
  })

  it('ask both the record as it was and as it would be', async () => {
    const { id: own } = await createRecord(people.other, Hall, { name: 'Own' })
    const { id: hallId } = await createRecord(people.keeper, Hall, { name: 'H' })
    const { id } = await createRecord(people.keeper, Show, { title: 'Show', code: 'X', hallId })
    // Otherwise the other user would move the show to the own hall, and read the code of before.
    const change = { title: 'X', hallId: own }
    const moved = updateRecord(people.other, Show, { id, change, precondition: unconditional })
    await expect(moved).rejects.toMatchObject({ problems: MASKED })
  })

  it('are those of the own values for a guest who may not read the record, without the note of the service', async () => {
    const guest = aContext({ model, stores })
    await expect(createRecord(guest, Letter, { text: 'Spam' })).rejects.toMatchObject({
      problems: [{ path: ['text'], message: 'createdAt id ref text updatedAt version' }],
    })
    expect(await createRecord(guest, Letter, { text: 'Hello' })).toMatchObject({ text: 'Hello' })
  })
})
