import {
  createRecord,
  deleteRecord,
  unconditional,
  updateRecord,
  type Context,
  type RecordOf,
  type Stores,
  type User,
} from '@content-service/domain'
import {
  aContext,
  aRecord,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  NOON,
  Panel,
  panelModel as model,
  Subject,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'

interface World {
  readonly stores: Stores
  close(): Promise<void>
}

const openMemory = async (): Promise<World> => {
  return { stores: memoryStores(new MemoryTables(), model), close: async () => undefined }
}

const openOn = async (open: (hooks: object) => Promise<TestDatabase>): Promise<World> => {
  const { database, close } = await open({ model })
  await migrateTypes(database, model)
  return { stores: createStores(database.session(), TEST_AUDIT_CONTEXT, { model }), close }
}

const UNKNOWN = '00000000-0000-7000-8000-ffffffffffff'
const NONE = { message: expect.stringContaining('there is no subject with this id') }

describe.each([
  ['memory', openMemory],
  ['PGlite', () => openOn(openPglite)],
  ['PostgreSQL', () => openOn(openPostgres)],
] as const)('C14.2 links to many records, on %s', (_, open) => {
  let close: World['close']
  let stores: Stores
  let names = 0
  /** The host of the panel, another user, and an administrator who sees all. */
  let [rita, rob, ada]: readonly User[] = []
  const add = (name: string, role: 'READER' | 'ADMIN' = 'READER') => {
    names += 1
    return stores.users.add(aUser(`${name}${names}`, role), null)
  }
  const as = (user: User | undefined): Context => aContext({ model, stores, caller: callerOf(user as User) })
  const addSubject = async (owner: User | undefined) =>
    (await stores.records(Subject).add(aRecord(stores, Subject, { name: 'S' }, (owner as User).id))).id
  const create = (given: object, by = rita) => createRecord(as(by), Panel, { title: 'P', ...given } as never)
  const change = (panel: RecordOf<typeof Panel>, given: object, by = rita) =>
    updateRecord(as(by), Panel, { id: panel.id, change: given as never, precondition: unconditional })
  const get = async (panel: RecordOf<typeof Panel>) =>
    (await stores.records(Panel).get(panel.id)) as typeof panel

  beforeAll(async () => {
    ;({ stores, close } = await open())
  })
  afterAll(() => close())
  beforeEach(async () => {
    rita = await add('rita')
    rob = await add('rob')
    ada = await add('ada', 'ADMIN')
  })

  it('have the order of the writer, and move the version of the record', async () => {
    const [a, b, c] = [await addSubject(rita), await addSubject(rita), await addSubject(rita)]
    const panel = await create({ subjectIds: [c, a] })
    expect(panel).toMatchObject({ subjectIds: [c, a], speakerIds: [], version: 1 })
    expect(await get(panel)).toEqual(panel)
    const changed = await change(panel, { subjectIds: [b, c, a] })
    expect(changed).toMatchObject({ subjectIds: [b, c, a], version: 2 })
    expect(await get(panel)).toEqual(changed)
    // The same links in the same order change nothing.
    expect(await change(panel, { subjectIds: [b, c, a] })).toMatchObject({ version: 2 })
    expect(await change(panel, { subjectIds: [a, c, b] })).toMatchObject({
      subjectIds: [a, c, b],
      version: 3,
    })
    expect(await change(panel, { title: 'Q' })).toMatchObject({ subjectIds: [a, c, b], version: 4 })
    expect(await get(panel)).toMatchObject({ title: 'Q', subjectIds: [a, c, b] })
  })

  it('are added at the end and removed; what is there already or missing changes nothing', async () => {
    const [a, b, c] = [await addSubject(rita), await addSubject(rita), await addSubject(rita)]
    const panel = await create({ subjectIds: [a, b] })
    const same = await change(panel, { addSubjectIds: [b], removeSubjectIds: [c] })
    expect(same).toMatchObject({ subjectIds: [a, b], version: 1 })
    const changed = await change(panel, { addSubjectIds: [c], removeSubjectIds: [a] })
    expect(changed).toMatchObject({ subjectIds: [b, c], version: 2 })
    expect(await get(panel)).toEqual(changed)
  })

  it('without an order, do not change if only the order differs', async () => {
    const [a, b, c] = [await addSubject(ada), await addSubject(ada), await addSubject(ada)]
    const panel = await create({ inTracks: [a, b] }, ada)
    expect(await change(panel, { inTracks: [b, a] }, ada)).toMatchObject({ inTracks: [a, b], version: 1 })
    expect(await change(panel, { inTracks: [c, b] }, ada)).toMatchObject({ inTracks: [b, c], version: 2 })
  })

  it('refuse hidden, unknown and malformed records with the same words, at their place', async () => {
    const [own, hidden] = [await addSubject(rita), await addSubject(rob)]
    const panel = await create({ subjectIds: [own] })
    for (const id of [hidden, UNKNOWN, 'x', '\u0000'])
      for (const given of [
        { subjectIds: [own, id] },
        { addSubjectIds: [own, id] },
        { removeSubjectIds: [own, id] },
      ]) {
        const [name] = Object.keys(given)
        await expect(change(panel, given)).rejects.toMatchObject({
          ...NONE,
          code: 'BAD_USER_INPUT',
          problems: [{ path: [name, 1], message: 'there is no subject with this id' }],
        })
      }
    await expect(create({ subjectIds: [hidden] })).rejects.toMatchObject(NONE)
    expect(await get(panel)).toEqual(panel)
  })

  it('refuse both forms together, duplicates, null, too many, and an id that is added and removed', async () => {
    const ids = [
      await addSubject(rita),
      await addSubject(rita),
      await addSubject(rita),
      await addSubject(rita),
    ]
    const [a, b] = ids
    const panel = await create({ subjectIds: [a] })
    const cases: readonly (readonly [object, string])[] = [
      [
        { subjectIds: [a], addSubjectIds: [b] },
        'subjectIds: cannot be sent together with addSubjectIds or removeSubjectIds',
      ],
      [{ subjectIds: [a, a] }, 'subjectIds.1: is there twice'],
      [{ subjectIds: null }, 'subjectIds: cannot be null; leave it out to keep its value'],
      [{ addSubjectIds: null }, 'addSubjectIds: cannot be null; leave it out to keep its value'],
      [{ subjectIds: ids }, 'subjectIds: must be at most 3 ids'],
      [{ addSubjectIds: ids.slice(1) }, 'addSubjectIds: must leave at most 3 ids in subjectIds'],
      [{ addSubjectIds: [b], removeSubjectIds: [b] }, 'removeSubjectIds.0: is in addSubjectIds, too'],
    ]
    for (const [given, message] of cases)
      await expect(change(panel, given), message).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message })
    await expect(create({ subjectIds: ids })).rejects.toMatchObject({
      message: 'subjectIds: must be at most 3 ids',
    })
    expect(await get(panel)).toEqual(panel)
  })

  it('keep the links that the writer does not see, each at its place or at the end', async () => {
    const [a, b] = [await addSubject(rita), await addSubject(rita)]
    const [x, y] = [await addSubject(rob), await addSubject(rob)]
    const hide = async (subjectIds: readonly string[]) => {
      const panel = await create({}, rita)
      await stores.records(Panel).change(panel.id, (row) => ({ ...row, subjectIds }) as never)
      return panel
    }
    const set = async (stored: readonly string[], given: object) =>
      (await change(await hide(stored), given)).subjectIds
    expect(await set([x, a, y, b], { subjectIds: [b, a] })).toEqual([x, b, y, a])
    expect(await set([a, x, y], { subjectIds: [b] })).toEqual([b, x, y])
    expect(await set([a, x], { subjectIds: [] })).toEqual([x])
    expect(await set([x, a], { addSubjectIds: [b], removeSubjectIds: [a] })).toEqual([x, b])
    // Hidden links are not counted.
    const c = await addSubject(rita)
    expect(await set([x, y, a], { addSubjectIds: [b, c] })).toEqual([x, y, a, b, c])
    await expect(set([x, a, b], { removeSubjectIds: [x] })).rejects.toMatchObject(NONE)
  })

  it('lead to users whom a list shows, and never to the record itself', async () => {
    const panel = await create({ speakerIds: [String(rita?.id)] })
    expect(panel.speakerIds).toEqual([rita?.id])
    // Rob's profile is not public.
    await expect(change(panel, { addSpeakerIds: [String(rob?.id)] })).rejects.toMatchObject({
      message: 'addSpeakerIds.0: there is no user with this id',
    })
    expect(await change(panel, { addSpeakerIds: [String(rob?.id)] }, ada)).toMatchObject({
      speakerIds: [rita?.id, rob?.id],
    })
    // Whom the link shows can be sent again.
    expect(await change(panel, { speakerIds: [String(rob?.id), String(rita?.id)] })).toMatchObject({
      speakerIds: [rob?.id, rita?.id],
    })
    await expect(change(panel, { afterIds: [panel.id] })).rejects.toMatchObject({
      message: 'afterIds: must not be the panel itself',
    })
  })

  it('are cleared when a linked record is deleted, with a new version and an event', async () => {
    const [a, b] = [await addSubject(ada), await addSubject(ada)]
    const panel = await create({ subjectIds: [a, b] }, ada)
    await deleteRecord(as(ada), Subject, a)
    expect(await get(panel)).toMatchObject({ subjectIds: [b], version: 2, updatedAt: NOON })
    const events = await stores.reader.find({
      from: 'events',
      where: { op: 'eq', attribute: 'resourceId', value: panel.id },
      orderBy: [{ by: 'id', direction: 'ASC' }],
      window: { limit: 9, offset: 0 },
      select: { fields: ['type', 'data'] },
    })
    expect(events).toMatchObject([
      { type: 'panel.created', data: { subjectIds: [a, b], speakerIds: [] } },
      { type: 'panel.updated', data: { id: panel.id, subjectIds: [b], version: 2 } },
    ])
  })

  it('refuse the deletion, or are deleted with it', async () => {
    const track = await addSubject(ada)
    const first = await create({ inTracks: [track] }, ada)
    await expect(deleteRecord(as(ada), Subject, track)).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'This subject cannot be deleted: 1 panel links to it. Delete these records first, or change their links.',
    })
    const second = await create({ afterIds: [first.id] }, ada)
    await deleteRecord(as(ada), Panel, first.id)
    expect(await get(second)).toBeNull()
    await deleteRecord(as(ada), Subject, track)
  })

  it('lose a user whose account is deleted for good', async () => {
    const gone = await add('gone')
    const panel = await create({ speakerIds: [String(ada?.id), String(gone.id)] }, ada)
    await stores.users.remove(gone.id, () => undefined)
    expect(await get(panel)).toMatchObject({ speakerIds: [ada?.id], version: 2 })
  })

  it('are read as lists in their order, from both sides, and in filters', async () => {
    const [a, b] = [await addSubject(ada), await addSubject(ada)]
    const panel = await create({ subjectIds: [b, a] }, ada)
    await create({ subjectIds: [a] }, ada)
    const [row] = await stores.reader.find({
      from: 'panels',
      where: { op: 'some', attribute: 'subjects', condition: { op: 'eq', attribute: 'id', value: b } },
      orderBy: [],
      window: { limit: 9, offset: 0 },
      select: {
        fields: ['id', 'subjectIds'],
        related: [
          {
            as: 'subjects',
            relation: 'subjects',
            orderBy: [{ by: 'id', direction: 'ASC', isPlace: true }],
            select: {
              fields: ['id'],
              related: [
                {
                  as: 'panels',
                  relation: 'panels',
                  orderBy: [{ by: 'id', direction: 'ASC' }],
                  select: { fields: ['title'] },
                },
              ],
            },
          },
        ],
      },
    })
    expect(row).toEqual({
      id: panel.id,
      subjectIds: [b, a],
      subjects: [
        { id: b, panels: [{ title: 'P' }] },
        { id: a, panels: [{ title: 'P' }, { title: 'P' }] },
      ],
    })
  })
})
