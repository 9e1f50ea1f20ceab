import { beforeEach, describe, expect, it } from 'vitest'
import type { UserRole } from '../access/role-names.ts'
import type { Context, Stores } from '../context/context.ts'
import { flag, integer, line, many, one, owner, state, tags } from '../model/fields/field-builders.ts'
import type { ModelError } from '../model/checks/model-error.ts'
import { extendType } from '../model/types/extend-type.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import type { ChangeOf, NewOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'
import { Article } from '../articles/article.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, aUser, callerOf, memoryStores, MemoryTables } from '../testing/index.ts'
import { createRecord, runOperation, updateRecord } from './record-operations.ts'

const about = 'A test.'

/** A vault that editors see alone. */
const Vault = record({
  name: 'Vault',
  plural: 'vaults',
  about,
  allowed: { read: { READER: 'own', EDITOR: 'all' }, write: { READER: 'all' } },
  fields: { title: line(80, { about }), keeper: owner({ about }) },
})

const changedWith = 'approve'
const Offer = record({
  name: 'Offer',
  plural: 'offers',
  about,
  allowed: {
    read: { GUEST: 'all' },
    create: { GUEST: 'all' },
    write: { READER: 'all' },
    // Authors approve offers until these are closed.
    approve: { AUTHOR: (offer) => offer.stage.eq('OPEN'), EDITOR: 'all' },
  },
  keepFor: 'always',
  fields: {
    title: line(80, { about }),
    isTop: flag({ about, initial: false, changedWith }),
    rank: integer(1, 99, { about, optional: true, changedWith }),
    labels: tags({ about, changedWith }),
    note: line(80, { about, optional: true, seenWith: 'approve', changedWith }),
    vault: one(Vault, { about, optional: true, onDelete: 'clear', changedWith }),
    vaults: many(Vault, { about, changedWith }),
    stage: state(['OPEN', 'CLOSED'], { about }),
  },
  operations: (on) => ({
    close: on({ about, permission: 'write', to: 'CLOSED' }, () => ({ rank: 1 })),
  }),
})
const model = contentModel([...builtInModel.types, Vault, Offer])

describe('C14.3 members that need a permission of their own', () => {
  let stores: Stores
  let people: Readonly<Record<'READER' | 'AUTHOR' | 'EDITOR', Context>>
  const as = async (role: UserRole): Promise<Context> => {
    const user = await stores.users.add(aUser(role.toLowerCase(), role), null)
    return aContext({ model, stores, caller: callerOf(user) })
  }
  const create = (context: Context, given: Partial<NewOf<typeof Offer>> = {}) =>
    createRecord(context, Offer, { title: 'Chair', ...given })
  const update = (context: Context, id: string, change: ChangeOf<typeof Offer>) =>
    updateRecord(context, Offer, { id: id as never, change, precondition: () => undefined })
  const close = (context: Context, id: string) =>
    runOperation(context, Offer, Offer.operations['close'] as RecordOperation, {
      id: id as never,
      input: {},
      precondition: () => undefined,
    })
  const forbidden = (member: string) => ({
    code: 'FORBIDDEN',
    message: `You need the permission offers:approve to change ${member}.`,
  })

  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    people = { READER: await as('READER'), AUTHOR: await as('AUTHOR'), EDITOR: await as('EDITOR') }
  })

  it('are refused in a new record, unless they have their initial values', async () => {
    const given = [{ isTop: true }, { rank: 3 }, { labels: ['new'] }]
    for (const each of given)
      await expect(create(people.READER, each)).rejects.toMatchObject(
        forbidden(Object.keys(each)[0] as string),
      )
    await create(people.READER, { isTop: false, rank: null, labels: [] })
    expect(await create(people.AUTHOR, { isTop: true, rank: 3, labels: ['new'] })).toMatchObject({ rank: 3 })
    const guest = aContext({ model, stores })
    await expect(create(guest, { rank: 3 })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'You need the permission offers:approve to set rank. Sign in first.',
    })
    await create(guest)
  })

  it('are refused in a change, and the whole write with them; equal values change nothing', async () => {
    const { id } = await create(people.EDITOR, { rank: 3, labels: ['new'] })
    await expect(update(people.READER, id, { title: 'Table', rank: 4 })).rejects.toMatchObject(
      forbidden('rank'),
    )
    await expect(update(people.READER, id, { rank: null })).rejects.toMatchObject(forbidden('rank'))
    expect(await stores.records(Offer).get(id)).toMatchObject({ title: 'Chair', rank: 3, version: 1 })
    const same = { title: 'Table', rank: 3, labels: [' NEW '], isTop: false }
    expect(await update(people.READER, id, same)).toMatchObject({ title: 'Table', version: 2 })
  })

  it('are asked on the record as it was', async () => {
    const { id } = await create(people.READER)
    expect(await update(people.AUTHOR, id, { rank: 5 })).toMatchObject({ rank: 5 })
    await close(people.READER, id)
    await expect(update(people.AUTHOR, id, { rank: 6 })).rejects.toMatchObject(forbidden('rank'))
    expect(await update(people.EDITOR, id, { rank: 6 })).toMatchObject({ rank: 6 })
  })

  it('are not asked by operations', async () => {
    const { id } = await create(people.READER)
    expect(await close(people.READER, id)).toMatchObject({ rank: 1 })
  })

  it('count as changed whenever they are sent by a caller who does not see them, whatever the value', async () => {
    const { id } = await create(people.EDITOR, { note: 'secret' })
    for (const note of ['secret', 'other', '', 'x'.repeat(81), null])
      await expect(update(people.READER, id, { note })).rejects.toMatchObject(forbidden('note'))
    await expect(create(people.READER, { note: null })).rejects.toMatchObject(forbidden('note'))
    expect(await update(people.AUTHOR, id, { note: 'other' })).toMatchObject({ note: 'other' })
    await close(people.EDITOR, id)
    await expect(update(people.AUTHOR, id, { note: 'other' })).rejects.toMatchObject(forbidden('note'))
  })

  it('of links: null leaves a hidden link, and any other id is a change', async () => {
    const hidden = await createRecord(people.EDITOR, Vault, { title: 'Hidden' })
    const own = await createRecord(people.READER, Vault, { title: 'Own' })
    const { id } = await create(people.EDITOR, { vaultId: hidden.id })
    expect(await update(people.READER, id, { title: 'Table', vaultId: null })).toMatchObject({
      title: 'Table',
      vaultId: hidden.id,
    })
    await expect(update(people.READER, id, { vaultId: own.id })).rejects.toMatchObject(forbidden('vaultId'))
    // What the caller does not see does not exist, whether it is the linked record or not (C14.2).
    const other = await createRecord(people.EDITOR, Vault, { title: 'Other' })
    for (const vaultId of [hidden.id, other.id])
      await expect(update(people.READER, id, { vaultId })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: 'vaultId: there is no vault with this id',
      })
    await update(people.EDITOR, id, { vaultId: own.id })
    expect(await update(people.READER, id, { vaultId: own.id })).toMatchObject({ vaultId: own.id })
    await expect(update(people.READER, id, { vaultId: null })).rejects.toMatchObject(forbidden('vaultId'))
    await expect(create(people.READER, { vaultId: own.id })).rejects.toMatchObject(forbidden('vaultId'))
  })

  it('name an action of the type, which clients need for what they can change', () => {
    const declare = (field: Parameters<typeof line>[1]) =>
      record({
        name: 'Draft',
        plural: 'drafts',
        about,
        allowed: { read: { GUEST: 'all' }, write: { READER: 'all' }, approve: { EDITOR: 'all' } },
        fields: { title: line(80, { about }), remark: line(80, field as never) },
      })
    const findProblems = (...types: Parameters<typeof contentModel>[0]): readonly string[] => {
      try {
        return contentModel(types) && []
      } catch (error) {
        return (error as ModelError).problems
      }
    }
    expect(findProblems(declare({ about, changedWith: 'aprove' } as never))).toEqual([
      'Draft.remark: changedWith: no role has drafts:aprove; did you mean approve?',
    ])
    const hidden = declare({ about, optional: true, hidden: true, changedWith } as never)
    expect(findProblems(hidden)).toEqual([
      'Draft.remark: no client changes the field, so that it cannot have changedWith; leave it out',
    ])
    const more = { remark: line(80, { about, optional: true, changedWith: 'publish' }) }
    expect(findProblems(extendType(Article, { fields: more }))).toEqual([
      'Article.remark: code of the service changes the records, and does not ask changedWith; declare the field on a type of your own',
    ])
  })

  it('are lists of links, too, however they are changed', async () => {
    const { READER, EDITOR } = people
    const { id } = await createRecord(EDITOR, Vault, { title: 'V' })
    await expect(create(READER, { vaultIds: [] })).resolves.toMatchObject({ vaultIds: [] })
    const mine = (await createRecord(READER, Vault, { title: 'Mine' })).id
    await expect(create(READER, { vaultIds: [mine] })).rejects.toMatchObject(forbidden('vaultIds'))
    const offer = await create(EDITOR, { vaultIds: [id] })
    for (const change of [{ vaultIds: [mine] }, { addVaultIds: [mine] }])
      await expect(update(READER, offer.id, change)).rejects.toMatchObject(forbidden('vaultIds'))
    // The list that the reader sees is empty, and stays as it is.
    await expect(update(READER, offer.id, { vaultIds: [] })).resolves.toMatchObject({ vaultIds: [id] })
    await expect(update(EDITOR, offer.id, { removeVaultIds: [id] })).resolves.toMatchObject({ vaultIds: [] })
  })
})
