import {
  Article,
  builtInModel,
  contentModel,
  field,
  record,
  User,
  type RecordId,
  type RecordType,
  type Stores,
  type UserId,
} from '@content-service/domain'
import {
  aComment,
  anArticle,
  aRecord,
  aUser,
  memoryStores,
  MemoryTables,
  NOON,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { and, or, where } from '@content-service/authz'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const title = field.line(80, { about })

/** A type of which other types link to a record in each way. */
const Place = record({ name: 'Place', plural: 'places', about, allowed, fields: { title } })
const Show = record({
  name: 'Show',
  plural: 'shows',
  about,
  allowed,
  fields: {
    title,
    place: field.one(Place, { about, optional: true }),
    stage: field.one(Place, { about, optional: true, onDelete: 'clear' }),
    bar: field.one(Place, { about, optional: true, onDelete: 'clear' }),
    hall: field.one(Place, { about, optional: true, onDelete: 'cascade' }),
    parent: field.one('self', { about, optional: true, onDelete: 'cascade' }),
    next: field.one('self', { about, optional: true }),
  },
})
const Ticket = record({
  name: 'Ticket',
  plural: 'tickets',
  about,
  allowed,
  fields: {
    title,
    show: field.one(Show, { about, optional: true, onDelete: 'cascade' }),
    seat: field.one(Show, { about, optional: true, onDelete: 'clear' }),
  },
})
const Note = record({
  name: 'Note',
  plural: 'notes',
  about,
  allowed,
  fields: {
    title,
    reader: field.one(User, { about, optional: true }),
    guide: field.one(User, { about, optional: true, onDelete: 'cascade' }),
    article: field.one(Article, { about, optional: true, onDelete: 'clear' }),
    comment: field.one(builtInModel.typeNamed('Comment'), { about, optional: true, onDelete: 'clear' }),
    note: field.one('self', { about, optional: true, onDelete: 'clear' }),
  },
})
const model = contentModel([...builtInModel.types, Place, Show, Ticket, Note])

interface World {
  readonly stores: Stores
  /** Adds shows on the stage of this place, or in its hall. */
  fill(place: RecordId, count: number, link?: 'stage' | 'hall'): Promise<void>
  close(): Promise<void>
}

const openMemory = async (): Promise<World> => {
  const tables = new MemoryTables()
  const stores = memoryStores(tables, model)
  const fill: World['fill'] = async (place, count, link = 'stage') => {
    for (let done = 0; done < count; done += 1)
      tables.of('shows').put(aRecord(stores, Show, { title: 'T', [`${link}Id`]: place } as never) as never)
  }
  return { stores, fill, close: async () => undefined }
}

const openOn = async (open: (hooks: object) => Promise<TestDatabase>): Promise<World> => {
  const { database, close } = await open({ model })
  await migrateTypes(database, model)
  const fill: World['fill'] = async (place, count, link = 'stage') => {
    await database.session().execute(
      `insert into shows (id, title, ${link}_id, created_at, version)
        select gen_random_uuid(), 'T', '${place}', now(), 1 from generate_series(1, ${count})`,
    )
  }
  return { stores: createStores(database.session(), TEST_AUDIT_CONTEXT, { model }), fill, close }
}

describe.each([
  ['memory', openMemory],
  ['PGlite', () => openOn(openPglite)],
  ['PostgreSQL', () => openOn(openPostgres)],
] as const)('C14.2 the records that link to a deleted one, on %s', (_, open) => {
  let stores: Stores
  let fill: World['fill']
  let close: () => Promise<void>
  let user: UserId
  beforeAll(async () => {
    ;({ stores, fill, close } = await open())
    user = (await stores.users.add(aUser('rita', 'AUTHOR'), null)).id
  })
  afterAll(() => close())

  const add = async <T extends RecordType>(type: T, given: object = {}) =>
    (await stores.records(type).add(aRecord(stores, type, { title: 'T', ...given } as never))).id as RecordId
  const get = (type: RecordType, id: RecordId) => stores.records(type).get(id)
  const remove = (type: RecordType, id: RecordId, readable = () => and()) =>
    stores.records(type).remove(id, () => undefined, { readable })
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'no refusal',
      ({ code, message }) => [code, message],
    )
  const all = { orderBy: [{ by: 'id', direction: 'ASC' as const }], window: { limit: 1_000, offset: 0 } }
  /** The events about these records, in the order of their types. */
  const listEvents = async (...ids: readonly RecordId[]) =>
    (
      await stores.reader.find({
        ...all,
        from: 'events',
        where: where<{ resourceId: string }>().resourceId.in(ids.map(String)),
        select: { fields: ['type', 'resourceId', 'data'] },
      })
    ).map(({ type, resourceId, data }) => [
      type,
      ids.indexOf(resourceId as RecordId),
      (data as { version: number }).version,
    ])
  const countEntries = async (id: RecordId) =>
    (
      await stores.reader.find({
        ...all,
        from: 'auditEntries',
        where: where<{ resourceId: string }>().resourceId.eq(String(id)),
        select: { fields: ['resource', 'decision'] },
      })
    ).length

  it('get one new version, with an event and an audit entry, when their links are cleared', async () => {
    const place = await add(Place)
    const [show, other] = [
      await add(Show, { stageId: place, barId: place }),
      await add(Show, { stageId: place }),
    ]
    expect(await remove(Place, place)).toBe(true)
    const cleared = { stageId: null, barId: null, version: 2, updatedAt: NOON }
    expect([await get(Show, show), await get(Show, other)]).toMatchObject([cleared, cleared])
    expect(await listEvents(show)).toEqual([
      ['show.created', 0, 1],
      ['show.updated', 0, 2],
    ])
    expect(await countEntries(show)).toBe(2)
  })

  it('are deleted at any distance, with an event and an audit entry each, and clear the links to them', async () => {
    const place = await add(Place)
    const show = await add(Show, { hallId: place })
    const part = await add(Show, { parentId: show, stageId: place, nextId: show })
    const [ticket, seat] = [await add(Ticket, { showId: part }), await add(Ticket, { seatId: part })]
    expect(await remove(Place, place)).toBe(true)
    for (const [type, id] of [
      [Place, place],
      [Show, show],
      [Show, part],
      [Ticket, ticket],
    ] as const)
      expect(await get(type, id)).toBeNull()
    expect(await get(Ticket, seat)).toMatchObject({ seatId: null, version: 2 })
    const deleted = (await listEvents(place, show, part, ticket)).filter(([type]) =>
      String(type).endsWith('.deleted'),
    )
    expect(deleted.toSorted()).toEqual([
      ['place.deleted', 0, 1],
      ['show.deleted', 1, 1],
      ['show.deleted', 2, 1],
      ['ticket.deleted', 3, 1],
    ])
    expect(await countEntries(ticket)).toBe(2)
  })

  it('are deleted in a circle', async () => {
    const first = await add(Show)
    const second = await add(Show, { parentId: first })
    await stores
      .records(Show)
      .change(first as never, (current) => ({ ...current, parentId: second as never }))
    expect(await remove(Show, first)).toBe(true)
    expect([await get(Show, first), await get(Show, second)]).toEqual([null, null])
  })

  it('refuse the deletion, and the message counts those that the caller may read', async () => {
    const place = await add(Place)
    const [show, other] = [await add(Show, { placeId: place }), await add(Show, { placeId: place })]
    const refused = (text: string) => [
      'CONFLICT',
      `This place cannot be deleted: ${text}. Delete these records first, or change their links.`,
    ]
    const is = (id: RecordId) => () => where<{ id: RecordId }>().id.eq(id)
    expect(await refusal(remove(Place, place))).toEqual(refused('2 shows link to it'))
    expect(await refusal(remove(Place, place, is(show)))).toEqual(
      refused('1 show links to it, and records that you may not read link to it'),
    )
    expect(await refusal(remove(Place, place, () => or()))).toEqual(
      refused('records that you may not read link to it'),
    )
    expect(await get(Show, show)).toMatchObject({ placeId: place, version: 1 })
    await remove(Show, show)
    await remove(Show, other)
    expect(await remove(Place, place)).toBe(true)
  })

  it('do not refuse it if they are deleted with the record', async () => {
    const place = await add(Place)
    const show = await add(Show, { placeId: place, hallId: place })
    expect(await remove(Place, place)).toBe(true)
    expect(await get(Show, show)).toBeNull()
    const festival = await add(Show)
    await add(Show, { parentId: festival, nextId: festival })
    expect(await remove(Show, festival)).toBe(true)
  })

  it('change with the deletion of a user, of an article and of a comment', async () => {
    const { id: reader } = await stores.users.add(aUser('reader'), null)
    const article = await stores.records(Article).add(anArticle(stores, user, { status: 'DELETED' }))
    const published = await stores.records(Article).add(anArticle(stores, user))
    const [comment, remark] = [aComment(stores, published, user), aComment(stores, article, user)]
    for (const each of [comment, remark]) await stores.comments.add(each, () => undefined)
    const guided = await add(Note, { guideId: String(reader) })
    const ids = [
      await add(Note, { readerId: String(reader), noteId: guided }),
      await add(Note, { articleId: article.id }),
      await add(Note, { commentId: comment.id }),
      await add(Note, { commentId: remark.id }),
    ]
    await stores.users.remove(reader, () => undefined)
    await stores.records(Article).change(article.id, (current) => ({
      ...current,
      updatedAt: new Date(0),
      version: 2,
    }))
    await stores.records(Article).purgeTrash({ deletedBefore: new Date(1), atMost: 10, after: null })
    await stores.comments.remove(comment.id, () => undefined)
    const cleared = { readerId: null, articleId: null, commentId: null, noteId: null, version: 2 }
    for (const id of ids) expect(await get(Note, id)).toMatchObject(cleared)
    expect(await get(Note, guided)).toBeNull()
    expect((await listEvents(guided)).map(([type]) => type)).toEqual(['note.created', 'note.deleted'])
  })

  it('say beforehand whether they refuse it, at any distance (C12.8)', async () => {
    const isRefused = async (type: RecordType, id: RecordId) =>
      (
        await stores.reader.find({
          from: type.plural,
          where: where<{ id: RecordId }>().id.eq(id),
          orderBy: [],
          window: { limit: 1, offset: 0 },
          select: { fields: ['id', 'hasRefusingLinks'] },
        })
      )[0]?.['hasRefusingLinks']
    const place = await add(Place)
    const show = await add(Show, { hallId: place, placeId: place })
    expect(await isRefused(Place, place)).toBe(false)
    const other = await add(Show, { nextId: show })
    expect([await isRefused(Place, place), await isRefused(Show, show)]).toEqual([true, true])
    expect(await refusal(remove(Place, place))).toEqual([
      'CONFLICT',
      expect.stringContaining('1 show links to it'),
    ])
    await remove(Show, other)
    expect(await isRefused(Place, place)).toBe(false)
    await fill(place, 1_000, 'hall')
    expect(await isRefused(Place, place)).toBe(true)
    expect(await refusal(remove(Place, place))).toEqual([
      'CONFLICT',
      expect.stringContaining('too many records to check'),
    ])
  })

  it('are more than 1,000: readers no longer see the record, and the worker changes them (C15.15)', async () => {
    const place = await add(Place)
    await fill(place, 1_501)
    const isOnStage = where<{ stageId: RecordId }>().stageId.eq(place)
    const countChanged = () =>
      stores.reader.count('shows', where<{ version: number }>().version.eq(2), 20_000)
    const before = await countChanged()
    expect(await remove(Place, place)).toBe(true)
    const isPlace = where<{ id: RecordId }>().id.eq(place)
    expect([await get(Place, place), await stores.reader.count('places', isPlace, 1)]).toEqual([null, 0])
    expect(await remove(Place, place)).toBe(false)
    expect(await stores.records(Place).change(place, (current) => current)).toBeNull()
    expect((await listEvents(place)).map(([type]) => type)).toEqual(['place.created', 'place.deleted'])
    while ((await stores.removals.finish(0)) !== null);
    expect(await stores.reader.count('shows', isOnStage, 1)).toBe(0)
    expect(await countChanged()).toBe(before + 1_501)
    expect((await listEvents(place)).map(([type]) => type)).toEqual(['place.created', 'place.deleted'])
  })

  it('are too many to check while one of them can refuse behind the others (C15.15)', async () => {
    const place = await add(Place)
    await fill(place, 1_001, 'hall')
    expect(await refusal(remove(Place, place))).toEqual([
      'CONFLICT',
      'This place cannot be deleted: there are too many records to check: delete those that link first. Records that link to it at any distance can refuse the deletion, and the service checks 1,000 of them.',
    ])
    const isInHall = where<{ hallId: RecordId }>().hallId.eq(place)
    expect(await stores.reader.count('shows', isInHall, 2_000)).toBe(1_001)
    const [kept] = await stores.reader.find({
      from: 'shows',
      where: isInHall,
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: ['id'] },
    })
    await remove(Show, kept?.['id'] as RecordId)
    expect(await remove(Place, place)).toBe(true)
    expect(await stores.reader.count('shows', isInHall, 1)).toBe(0)
  })
})
