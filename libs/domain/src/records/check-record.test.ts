import { and } from '@content-service/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UserRole } from '../access/role-names.ts'
import type { Context, Stores } from '../context/context.ts'
import { unconditional } from '../context/precondition.ts'
import { line, many, one, owner, state, tags, time } from '../model/fields/field-builders.ts'
import type { CheckProblem } from '../model/types/record-check.ts'
import type { RecordOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'
import { ContentError } from '../rules/errors.ts'
import { runBulkAction } from '../service/bulk-action.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, aUser, callerOf, memoryStores, MemoryTables } from '../testing/index.ts'
import { User } from '../users/user.ts'
import { deleteRecord } from './deletion/delete-record.ts'
import { createRecord, runOperation, updateRecord } from './record-operations.ts'
import { upsertRecord } from './upsert-record.ts'

const about = 'A test.'

const Hall = record({
  name: 'Hall',
  plural: 'halls',
  about,
  allowed: { read: { READER: 'own', EDITOR: 'all' }, write: { READER: 'own', EDITOR: 'all' } },
  fields: { name: line(80, { about }), keeper: owner({ about }) },
})

/** A fest whose end is behind its start, and which needs a hall and a speaker when it is open. */
const Fest = record({
  name: 'Fest',
  plural: 'fests',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'own', EDITOR: 'all' }, peek: { EDITOR: 'all' } },
  fields: {
    title: line(80, { about }),
    startsAt: time({ about }),
    endsAt: time({ about, optional: true }),
    code: line(20, { about, optional: true, seenWith: 'peek' }),
    tags: tags({ about }),
    hall: one(Hall, { about, optional: true, onDelete: 'clear' }),
    speakers: many(User, { about }),
    status: state(['PLANNED', 'OPEN'], { about }),
    keeper: owner({ about }),
  },
  check: (fest, previous) => {
    const problems: CheckProblem<typeof fest>[] = []
    if (fest.endsAt !== null && fest.endsAt <= fest.startsAt)
      problems.push({ path: ['endsAt'], message: 'must be after startsAt' })
    if (fest.status === 'OPEN' && fest.hallId === null)
      problems.push({ path: ['hallId'], message: 'is what an open fest needs' })
    if (previous?.status === 'OPEN' && previous.title !== fest.title)
      problems.push({ path: ['title'], message: 'cannot change in an open fest' })
    if (fest.code !== null && fest.code === fest.title)
      problems.push({ path: ['code'], message: `must not be the title ${fest.title}` })
    const place = fest.tags.indexOf('bad')
    if (place >= 0) problems.push({ path: ['tags', place], message: 'is bad' })
    if (fest.title === 'Alone' && fest.speakerIds.length > 0)
      problems.push({ path: ['speakerIds', 0], message: 'must be nobody' })
    if (fest.title === 'Homeless' && fest.hallId !== null)
      problems.push({ path: ['hallId'], message: 'must be null' })
    return problems
  },
  operations: (on) => ({
    open: on({ about, permission: 'write', from: ['PLANNED'], to: 'OPEN' }),
    shorten: on({ about, permission: 'write', input: { endsAt: time({ about }) } }, (_fest, { endsAt }) => ({
      endsAt,
    })),
  }),
})
const model = contentModel([...builtInModel.types, Hall, Fest])
type Fest = RecordOf<typeof Fest>

const NINE = '2030-05-01T09:00:00.000Z'
const TEN = '2030-05-01T10:00:00.000Z'
const EARLY = { path: ['endsAt'], message: 'must be after startsAt' }

describe('C16.3 a check of whole records', () => {
  let stores: Stores
  let users: Readonly<Record<'READER' | 'EDITOR' | 'ADMIN', User>>
  const as = (role: keyof typeof users): Context => aContext({ model, stores, caller: callerOf(users[role]) })
  const addUser = (role: UserRole) => stores.users.add(aUser(role.toLowerCase(), role), null)
  const create = (given: object = {}, role: keyof typeof users = 'READER') =>
    createRecord(as(role), Fest, { title: 'Fest', startsAt: NINE, ...given } as never)
  const update = (id: Fest['id'], change: object, role: keyof typeof users = 'READER') =>
    updateRecord(as(role), Fest, { id, change, precondition: unconditional })
  const operate = (verb: string, id: Fest['id'], input: object = {}) =>
    runOperation(as('READER'), Fest, Fest.operations[verb] as never, {
      id,
      input: { ...input },
      precondition: unconditional,
    })
  const findProblems = async (write: Promise<unknown>) => {
    const error = await write.then(
      () => new Error('The write was not refused.'),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ContentError) || error.code !== 'BAD_USER_INPUT') throw error
    return error.problems
  }
  /** A record as it was stored before the type had its check. */
  const store = async (given: object) => {
    const { id } = await create()
    await stores.records(Fest).change(id, (fest) => ({ ...fest, ...given }) as Fest)
    return id
  }

  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    const [READER, EDITOR, ADMIN] = [await addUser('READER'), await addUser('EDITOR'), await addUser('ADMIN')]
    users = { READER, EDITOR, ADMIN }
  })

  it('refuses a creation with all problems, and stores nothing', async () => {
    const problems = await findProblems(create({ endsAt: NINE, tags: ['good', 'bad'] }))
    expect(problems).toEqual([EARLY, { path: ['tags', 1], message: 'is bad' }])
    expect(await stores.reader.count('fests', and(), 9)).toBe(0)
    expect(await create({ endsAt: TEN })).toMatchObject({ version: 1 })
  })

  it('runs when each value is right by itself', async () => {
    const problems = await findProblems(create({ title: '', endsAt: NINE }))
    expect(problems.map(({ path }) => path)).toEqual([['title']])
  })

  it('refuses an update by what is stored, not by what is sent', async () => {
    const { id } = await create({ endsAt: TEN })
    expect(await findProblems(update(id, { startsAt: TEN }))).toEqual([EARLY])
    expect(await findProblems(update(id, { endsAt: NINE }))).toEqual([EARLY])
    expect(await update(id, { startsAt: TEN, endsAt: null })).toMatchObject({ version: 2 })
  })

  it('sees two updates of two fields that each fit alone', async () => {
    const { id } = await create({ startsAt: NINE, endsAt: '2030-05-01T12:00:00Z' })
    const both = await Promise.allSettled([
      update(id, { startsAt: '2030-05-01T11:00:00Z' }),
      update(id, { endsAt: TEN }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('knows the record before', async () => {
    const { id } = await create({ hallId: (await createRecord(as('READER'), Hall, { name: 'H' })).id })
    expect(await update(id, { title: 'Party' })).toMatchObject({ title: 'Party' })
    await operate('open', id)
    expect(await findProblems(update(id, { title: 'Ball' }))).toEqual([
      { path: ['title'], message: 'cannot change in an open fest' },
    ])
  })

  it('refuses operations, alone and in bulk, where each record has its own result', async () => {
    const { id: hall } = await createRecord(as('READER'), Hall, { name: 'H' })
    const [{ id: homeless }, { id: housed }] = [await create(), await create({ hallId: hall })]
    const needed = { path: ['hallId'], message: 'is what an open fest needs' }
    expect(await findProblems(operate('open', homeless))).toEqual([needed])
    expect(await findProblems(operate('shorten', housed, { endsAt: NINE }))).toEqual([EARLY])
    const type = Fest as never
    const results = await runBulkAction(as('READER'), { type, ids: [homeless, housed], action: 'open' })
    expect(results.map(({ status }) => status)).toEqual([422, 200])
    expect(results[0]?.refusal?.problems).toEqual([needed])
    expect(await stores.records(Fest).get(homeless)).toMatchObject({ status: 'PLANNED', version: 1 })
  })

  it('refuses upserts of new and of stored records', async () => {
    const upsert = (given: object) =>
      upsertRecord(as('EDITOR'), Fest, {
        readRef: () => 'one',
        given: given as never,
        prepare: async () => unconditional,
      })
    expect(await findProblems(upsert({ title: 'Fest', startsAt: TEN, endsAt: NINE }))).toEqual([EARLY])
    await upsert({ title: 'Fest', startsAt: NINE, endsAt: TEN })
    expect(await findProblems(upsert({ startsAt: TEN }))).toEqual([EARLY])
  })

  it('lets a problem pass that the stored record has already, until its field changes', async () => {
    const id = await store({ endsAt: new Date(NINE), tags: ['bad'] })
    expect(await update(id, { title: 'Other' })).toMatchObject({ title: 'Other' })
    expect(await update(id, { startsAt: TEN })).toMatchObject({ startsAt: new Date(TEN) })
    expect(await findProblems(update(id, { endsAt: '2030-05-01T09:30:00Z' }))).toEqual([EARLY])
    expect(await findProblems(update(id, { tags: ['other', 'bad'] }))).toMatchObject([{ path: ['tags', 1] }])
    expect(await update(id, { endsAt: null, tags: [] })).toMatchObject({ endsAt: null })
  })

  it('refuses a new problem at a field that does not change', async () => {
    const id = await store({ code: 'Fest', title: 'Other' })
    expect(await findProblems(update(id, { title: 'Fest' }, 'EDITOR'))).toEqual([
      { path: ['code'], message: 'must not be the title Fest' },
    ])
  })

  it('says nothing of a field that the caller may not read', async () => {
    const id = await store({ code: 'Secret' })
    expect(await findProblems(update(id, { title: 'Secret' }))).toEqual([
      { path: ['code'], message: 'is not allowed' },
    ])
    const [problem] = await findProblems(update(id, { title: 'Secret' }, 'EDITOR'))
    expect(problem?.message).toBe('must not be the title Secret')
  })

  it('says nothing of links that the caller does not see, nor of their places', async () => {
    const { id: hidden } = await createRecord(as('EDITOR'), Hall, { name: 'Hidden' })
    const id = await store({ hallId: hidden, speakerIds: [users.ADMIN.id] })
    expect(await findProblems(update(id, { title: 'Homeless' }))).toEqual([
      { path: ['hallId'], message: 'is not allowed' },
    ])
    expect(await findProblems(update(id, { title: 'Homeless' }, 'EDITOR'))).toEqual([
      { path: ['hallId'], message: 'must be null' },
    ])
    const alone = await findProblems(update(id, { title: 'Alone' }, 'ADMIN'))
    expect(alone).toEqual([{ path: ['speakerIds', 0], message: 'must be nobody' }])
    await stores.users.change(users.ADMIN.id, (user) => ({ ...user, deleted: true }))
    expect(await findProblems(update(id, { title: 'Alone' }))).toEqual([
      { path: ['speakerIds'], message: 'is not allowed' },
    ])
  })

  it('asks nothing for deletions, and for writes that change nothing', async () => {
    const id = await store({ endsAt: new Date(NINE) })
    expect(await update(id, { title: 'Fest' })).toMatchObject({ version: 1 })
    await deleteRecord(as('READER'), Fest, id)
    expect(await stores.records(Fest).get(id)).toBeNull()
  })

  it('comes after the rights', async () => {
    const { id } = await create()
    const others = addUser('AUTHOR').then((user) => aContext({ model, stores, caller: callerOf(user) }))
    const change = { endsAt: NINE }
    await expect(
      updateRecord(await others, Fest, { id, change, precondition: unconditional }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
