import { not, or } from '@content-service/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../context/context.ts'
import { toArticleFacts } from '../articles/article-facts.ts'
import { createEventDocument } from '../events/event-document.ts'
import { readEventDocument } from '../events/read-event-document.ts'
import type { DomainEvent } from '../events/domain-event.ts'
import { line, one, owner, state } from '../model/fields/field-builders.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import { record } from '../model/types/record.ts'
import { readPolicy, defaultPolicyFile } from '../policy-file/policy-file.ts'
import { contentModel } from '../service/content-types.ts'
import { aContext, anArticle, aUser, callerOf } from '../testing/index.ts'
import { memoryStores } from '../testing/memory/memory-stores.ts'
import { MemoryTables } from '../testing/memory/memory-tables.ts'
import { createShownRecord, refreshShown } from '../visibility/shown-records.ts'
import { maySee } from '../access/access.ts'
import { deleteRecord } from './deletion/delete-record.ts'
import { createRecord, runOperation, updateRecord } from './record-operations.ts'
import { readRecord } from './record-reading.ts'

const about = 'A test.'
const Place = record({
  name: 'Place',
  plural: 'places',
  about,
  allowed: {
    read: { GUEST: (place) => place.stage.eq('OPEN'), READER: 'own', ADMIN: 'all' },
    write: { READER: 'own', ADMIN: 'all' },
  },
  fields: {
    title: line(80, { about, search: 'A' }),
    stage: state(['NEW', 'OPEN'], { about }),
    keeper: owner({ about, inverse: 'places' }),
  },
  operations: (on) => ({ open: on({ about, permission: 'write', to: 'OPEN' }) }),
})
const Fair = record({
  name: 'Fair',
  plural: 'fairs',
  about,
  allowed: {
    read: { GUEST: (fair) => fair.place.may('places:read'), ADMIN: 'all' },
    // The keeper of the place decides what happens there.
    write: { READER: (fair, caller) => fair.place.keeperId.eq(caller.id), ADMIN: 'all' },
  },
  fields: {
    title: line(80, { about, search: 'A' }),
    place: one(Place, { about, inverse: 'fairs', onDelete: 'cascade', optional: true }),
  },
})
const Stand = record({
  name: 'Stand',
  plural: 'stands',
  about,
  allowed: {
    read: {
      GUEST: (stand) => stand.fair.place.stage.ne('NEW'),
      READER: (stand) => not(stand.fair.place.stage.eq('OPEN')),
      ADMIN: 'all',
    },
    write: { ADMIN: 'all' },
  },
  fields: {
    title: line(80, { about }),
    fair: one(Fair, { about, inverse: 'stands', onDelete: 'clear', optional: true }),
  },
})
const model = contentModel([Place, Fair, Stand])

const aWorld = async () => {
  const stores = memoryStores(new MemoryTables(), model)
  const as = async (name: string, role: 'READER' | 'ADMIN') =>
    aContext({ model, stores, caller: callerOf(await stores.users.add(aUser(name, role), null)) })
  return {
    stores,
    guest: aContext({ model, stores }),
    ada: await as('ada', 'READER'),
    bob: await as('bob', 'READER'),
    admin: await as('admin', 'ADMIN'),
  }
}

describe('C14.3 rights that follow links', () => {
  let world: Awaited<ReturnType<typeof aWorld>>
  let place: RecordId<'Place'>
  beforeEach(async () => {
    world = await aWorld()
    place = (await createRecord(world.ada, Place, { title: 'Hall' })).id
  })
  const open = () =>
    runOperation(world.ada, Place, Place.operations['open'] as RecordOperation, {
      id: place,
      input: {},
      precondition: () => undefined,
    })
  const sees = async (context: Context, type: typeof Fair | typeof Stand, id: RecordId) =>
    (await readRecord(context, type as typeof Fair, id, { fields: ['title'] })) !== null
  const update = (context: Context, id: RecordId, change: object) =>
    updateRecord(context, Fair, { id, change, precondition: () => undefined })
  const aFair = () => createRecord(world.ada, Fair, { title: 'Fair', placeId: place })

  it('ask about the linked record of now, in reads and lists', async () => {
    const { id } = await aFair()
    const { guest, ada, bob } = world
    expect([await sees(guest, Fair, id), await sees(bob, Fair, id), await sees(ada, Fair, id)]).toEqual([
      false,
      false,
      true,
    ])
    await open()
    expect([await sees(guest, Fair, id), await sees(bob, Fair, id)]).toEqual([true, true])
  })

  it('a comparison through a missing link is false whatever its operator, and not negates the whole', async () => {
    const stand = (given: object) => createRecord(world.admin, Stand, { title: 'S', ...given })
    const fair = await createRecord(world.admin, Fair, { title: 'Fair' })
    const [alone, placeless] = [await stand({}), await stand({ fairId: fair.id })]
    for (const { id } of [alone, placeless]) {
      expect(await sees(world.guest, Stand, id)).toBe(false)
      expect(await sees(world.bob, Stand, id)).toBe(true)
    }
  })

  it('write is asked on the record as it was and as it will be', async () => {
    const { ada, bob } = world
    const fair = await aFair()
    const other = (await createRecord(bob, Place, { title: 'Yard' })).id
    await open()
    await expect(update(bob, fair.id, { title: 'Mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await update(ada, fair.id, { title: 'Ours' })).toMatchObject({ title: 'Ours' })
    await expect(update(ada, fair.id, { placeId: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // What the caller does not see does not exist (C14.2).
    await expect(update(ada, fair.id, { placeId: other })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    await runOperation(bob, Place, Place.operations['open'] as RecordOperation, {
      id: other,
      input: {},
      precondition: () => undefined,
    })
    await expect(update(ada, fair.id, { placeId: other })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(deleteRecord(bob, Fair, fair.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await deleteRecord(ada, Fair, fair.id)
  })

  it('a new record is asked as it will be, after the refusal of links that the caller does not see', async () => {
    const create = (context: Context, given: object) => createRecord(context, Fair, { title: 'F', ...given })
    await expect(create(world.bob, { placeId: place })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    await open()
    await expect(create(world.bob, { placeId: place })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(create(world.ada, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(create(world.guest, { placeId: place })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await create(world.ada, { placeId: place })).toMatchObject({ placeId: place })
  })

  it('C12.8 the actions on a record follow the links, too', async () => {
    const fair = await aFair()
    await open()
    const list = async (context: Context) =>
      (await readRecord(context, Fair, fair.id, { fields: ['title', 'availableActions'] }))?.[
        'availableActions'
      ]
    expect(await list(world.ada)).toEqual(['delete', 'update'])
    expect(await list(world.bob)).toEqual([])
  })

  it('C14.3 the record of now decides about the replay of a response, and a record that is gone as it was', async () => {
    const fair = await aFair()
    const shown = createShownRecord(world.ada, Fair.permissions.read, fair)
    expect(shown).toMatchObject({ id: fair.id, facts: { 'place.id': place, 'place.stage': 'NEW' } })
    const mayReplay = async (context: Context) => maySee(context, await refreshShown(context, [shown]))
    expect([await mayReplay(world.ada), await mayReplay(world.bob)]).toEqual([true, false])
    await open()
    expect([await mayReplay(world.ada), await mayReplay(world.bob)]).toEqual([true, true])
    await deleteRecord(world.ada, Fair, fair.id)
    expect([await mayReplay(world.ada), await mayReplay(world.bob)]).toEqual([true, false])
    // A response that an earlier release has kept names no record.
    const { id: _, ...kept } = shown
    expect(maySee(world.bob, await refreshShown(world.bob, [kept]))).toBe(false)
  })

  const listEvents = async (id: RecordId): Promise<readonly DomainEvent[]> => {
    const rows = await world.stores.reader.find({
      from: 'events',
      where: or({ op: 'eq', attribute: 'resourceId', value: id }),
      orderBy: [],
      window: { limit: 10, offset: 0 },
      select: { fields: ['id', 'type', 'resource', 'resourceId', 'at', 'data'] },
    })
    return rows as unknown as readonly DomainEvent[]
  }
  const receive = async (context: Context, id: RecordId) =>
    (await Promise.all((await listEvents(id)).map((event) => readEventDocument(context, event))))
      .filter((document) => document !== null)
      .map(({ type }) => type)

  it('events follow the records of now, and those of a deletion the records just before it', async () => {
    const fair = await aFair()
    expect(await receive(world.bob, fair.id)).toEqual([])
    await open()
    expect(await receive(world.bob, fair.id)).toEqual(['fair.created'])
    await deleteRecord(world.ada, Place, place)
    expect(await receive(world.bob, fair.id)).toEqual(['fair.deleted'])
    const [deleted] = (await listEvents(fair.id)).filter(({ type }) => type === 'fair.deleted')
    const document = deleted && createEventDocument(world.admin, deleted, { facts: {}, isPublic: false })
    expect(Object.keys(document?.data ?? {}).filter((name) => name.includes('.'))).toEqual([])
  })

  it('the right to a comment follows its article', async () => {
    const { stores, ada, guest } = world
    const article = anArticle(stores, ada.caller.id as never, { status: 'DRAFT' })
    const facts = { authorId: 1, ...toArticleFacts(article) }
    const see = (context: Context) => maySee(context, [{ permission: 'comments:read', facts }])
    expect([see(guest), see(world.admin)]).toEqual([false, true])
    const shown = { ...facts, ...toArticleFacts({ ...article, status: 'PUBLISHED' }) }
    expect(maySee(guest, [{ permission: 'comments:read', facts: shown }])).toBe(true)
  })

  it('an unloaded link decides nothing', () => {
    expect(maySee(world.guest, [{ permission: Fair.permissions.read, facts: { placeId: place } }])).toBe(
      false,
    )
  })
})

describe('C14.3 declarations that follow links', () => {
  const declare = (read: object) => () =>
    contentModel([
      Place,
      Fair,
      record({
        name: 'Ticket',
        plural: 'tickets',
        about,
        allowed: { read: read as never, write: { ADMIN: 'all' } },
        fields: {
          title: line(80, { about }),
          stand: one(Stand, { about, optional: true }),
          fair: one(Fair, { about, optional: true }),
        },
      }),
      Stand,
    ])
  type Linked = Readonly<Record<string, { may(permission: string): never }>>

  it.each<[string, (ticket: Linked) => unknown, string]>([
    [
      'an unknown link',
      (ticket) => ticket['stands']?.may('stands:read'),
      'unknown link "stands" of tickets; did you mean stand?',
    ],
    [
      'the permission of another type',
      (ticket) => ticket['fair']?.may('places:read'),
      'may("places:read") must name a permission of fairs, to which fair leads',
    ],
    [
      'three links',
      (ticket) => ticket['stand']?.may('stands:read'),
      'tickets:read: follows stand.fair.place, and a right follows at most 2 links',
    ],
  ])('with %s are refused when the model is made', (_, share, problem) =>
    expect(declare({ GUEST: share })).toThrow(problem),
  )

  it('a policy file follows links, and names the nearest for an unknown one', () => {
    const { roles, ...file } = defaultPolicyFile(model)
    const withCondition = (when: object) =>
      JSON.stringify({
        ...file,
        roles: { ...roles, TESTER: { rules: [{ effect: 'allow', permissions: ['fairs:read'], when }] } },
      })
    const isOpen = { op: 'eq', attribute: 'stage', value: 'OPEN' }
    const { policy } = readPolicy(model, withCondition({ op: 'is', attribute: 'place', condition: isOpen }))
    expect(policy.relations('fairs:read' as never)).toEqual(['place'])
    expect(() =>
      readPolicy(model, withCondition({ op: 'is', attribute: 'plase', condition: isOpen })),
    ).toThrow('unknown link "plase" of fairs; did you mean place?')
  })

  it('a policy file of an earlier release names facts of the article', () => {
    const { roles, ...file } = defaultPolicyFile(model)
    const when = {
      op: 'and',
      conditions: [
        { op: 'eq', attribute: 'articleStatus', value: 'ARCHIVED' },
        { op: 'not', condition: { op: 'eq', attribute: 'articleOwnerId', value: { subject: 'id' } } },
      ],
    }
    const rules = [{ effect: 'allow', permissions: ['comments:read'], when }]
    const { policy } = readPolicy(model, JSON.stringify({ ...file, roles: { ...roles, TESTER: { rules } } }))
    const caller = { id: 7, roles: ['TESTER'], permissions: [] } as never
    const on = (status: string, ownerId: number) =>
      policy.can(caller, 'comments:read', { authorId: 1, article: { status, ownerId } } as never)
    expect([on('ARCHIVED', 8), on('ARCHIVED', 7), on('DRAFT', 8)]).toEqual([true, false, false])
  })
})
