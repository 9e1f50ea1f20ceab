import { describe, expect, expectTypeOf, it } from 'vitest'
import { builtInModel, contentModel, field, record, User, type RecordId } from '../../index.ts'
import { deriveEvents } from '../../events/derive-events.ts'
import { createEventSchemas } from '../../events/event-schemas.ts'
import { readEventDocument } from '../../events/read-event-document.ts'
import { filterReadable } from '../../visibility/visible-rows.ts'
import { aContext, aRecord, aUser, callerOf, memoryStores, MemoryTables, NOON } from '../../testing/index.ts'
import type { Field } from '../fields/field.ts'
import type { NewOf, RecordOf } from '../types/record-values.ts'
import { GONE, listPlacedLinks, mapLinks } from './part-links.ts'

const about = 'A test.'
const Place = record({
  name: 'Place',
  plural: 'places',
  about,
  allowed: { read: { READER: 'own', ADMIN: 'all' }, write: { ADMIN: 'all' } },
  fields: { name: field.line(80, { about }), keeper: field.owner({ about, inverse: 'places' }) },
})
const { group, list, blocks, line, one } = field
const place = one(Place, { about, optional: true })
const stops = list(
  group({ place: one(Place, { about }), leader: one(User, { about, optional: true }) }, { about }),
  {
    about,
  },
)
const body = blocks({ at: { place }, next: { tour: one('self', { about, optional: true }) } }, { about })
const declareTour = (fields: Readonly<Record<string, Field>>) =>
  record({
    name: 'Tour',
    plural: 'tours',
    about,
    allowed: { read: { GUEST: 'all' }, write: { READER: 'all' } },
    fields,
  })
const Tour = record({
  name: 'Tour',
  plural: 'tours',
  about,
  allowed: { read: { GUEST: 'all' }, write: { READER: 'all' } },
  fields: {
    title: line(80, { about }),
    host: field.owner({ about, inverse: 'tours' }),
    begin: group({ place }, { about, optional: true }),
    stops,
    body,
  },
})
const model = contentModel([...builtInModel.types, Place, Tour])

describe('C16.1 links in parts', () => {
  it('have the types of their targets', () => {
    type Stop = RecordOf<typeof Tour>['stops'][number]
    expectTypeOf<Stop['placeId']>().toEqualTypeOf<RecordId<'Place'>>()
    expectTypeOf<Stop['leaderId']>().toEqualTypeOf<User['id'] | null>()
    expectTypeOf<NonNullable<NewOf<typeof Tour>['stops']>[number]['placeId']>().toEqualTypeOf<string>()
  })

  it('are found with their places and keys, and replaced', () => {
    const value = [
      { type: 'at', key: 'a', placeId: 'p' },
      { type: 'next', key: 'b', tourId: 't' },
      { type: 'at', key: 'c', placeId: null },
    ]
    const found = listPlacedLinks({ body }, { body: value })
    expect(found.map(({ id, path, keys }) => [id, path.join('.'), keys.join('.')])).toEqual([
      ['p', 'body.0.placeId', 'body.at:a.placeId'],
      ['t', 'body.1.tourId', 'body.next:b.tourId'],
      [null, 'body.2.placeId', 'body.at:c.placeId'],
    ])
    expect(mapLinks(body, value, ({ id }) => id)).toBe(value)
    expect(mapLinks(body, value, ({ id }) => (id === 'p' ? GONE : id))).toEqual(value.slice(1))
    expect(mapLinks(body, value, ({ id }) => (id === 't' ? null : id))).toEqual([
      value[0],
      { ...value[1], tourId: null },
      value[2],
    ])
  })

  it.each([
    5,
    'x',
    null,
    [],
    [5, null, {}],
    [{ type: '__proto__' }],
    [{ type: 'constructor', placeId: 'p' }],
  ])('are none in values of another form: %#', (value) => {
    expect(listPlacedLinks({ body }, { body: value })).toEqual([])
    expect(mapLinks(body, value, ({ id }) => id)).toEqual(value)
  })

  it.each<readonly [Field, string]>([
    [group({ place: one(Place, { about }) }, { about }), 'only a part of a list can go with the record'],
    [
      group({ place: one(Place, { about, optional: true, onDelete: 'cascade' }) }, { about }),
      'only a part of a list',
    ],
    [
      list(group({ place: one(Place, { about, onDelete: 'refuse' }) }, { about }), { about }),
      'cannot refuse a deletion',
    ],
    [
      list(group({ place: one(Place, { about, onDelete: 'clear' as never }) }, { about }), { about }),
      'a required link cannot be cleared',
    ],
    [
      group({ place: one(Place, { about, optional: true, inverse: 'tours' }) }, { about }),
      'no list on the other side',
    ],
    [
      group({ place: one(Place, { about, optional: true, changedWith: 'write' }) }, { about }),
      'cannot have changedWith',
    ],
    [list(group({ place: one(Place, { about }) }, { about }), { about, least: 1 }), 'leave out least'],
    [
      list(group({ end: group({ place: one(Place, { about }) }, { about }) }, { about }), {
        about,
        least: 1,
      }),
      'leave out least',
    ],
    [
      blocks(
        { stop: { place: one(Place, { about, optional: true, onDelete: 'cascade' }) } },
        { about, least: 2 },
      ),
      'least is 2, and a part goes with the record to which it links',
    ],
    [list(one(Place, { about }) as never, { about }), 'a list of links is field.many'],
    [list(undefined as never, { about }), 'list needs a field'],
    [group({ place: null as never }, { about }), 'must be a field'],
    [group({ places: field.many(Place, { about }) as never }, { about }), 'is no part of a field'],
    [
      group({ place: one('Plaice', { about, optional: true }) }, { about }),
      'no content type Plaice; did you mean Place',
    ],
  ])('are refused at the start of the service: %#', (kind, problem) => {
    const start = () =>
      contentModel([...builtInModel.types, Place, declareTour({ title: line(80, { about }), kind })])
    expect(start).toThrow(problem)
  })

  it('cannot be in a type that never changes', () => {
    const Fixed = record({
      name: 'Fixed',
      plural: 'fixeds',
      about,
      fixed: true,
      allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
      fields: { name: line(80, { about, unique: true }), body: blocks({ at: { place } }, { about }) },
    })
    expect(() => contentModel([...builtInModel.types, Place, Fixed])).toThrow('remove fixed')
  })

  it('are null in the events and the personal data of a person who may not read the record', async () => {
    const stores = memoryStores(new MemoryTables(), model)
    const [rita, rob] = [
      await stores.users.add(aUser('rita', 'READER'), null),
      await stores.users.add(aUser('rob', 'READER'), null),
    ]
    const { id: placeId } = await stores.records(Place).add(aRecord(stores, Place, { name: 'P' }, rita.id))
    const parts = {
      begin: { placeId },
      stops: [{ key: 'a', placeId, leaderId: rita.id }],
      body: [{ type: 'at', key: 'b', placeId }],
    }
    const tour = { ...aRecord(stores, Tour, { title: 'T' }, rob.id), ...parts } as RecordOf<typeof Tour>
    await stores.records(Tour).add(tour)
    const hidden = {
      begin: { placeId: null },
      stops: [{ key: 'a', placeId: null, leaderId: rita.id }],
      body: [{ type: 'at', key: 'b', placeId: null }],
    }
    const as = (user: User) => aContext({ model, stores, caller: callerOf(user) })
    const [created] = deriveEvents(model, 'tours', { before: null, after: tour })
    const readEvent = async (user: User) =>
      (await readEventDocument(as(user), { id: 'e', at: NOON, ...created } as never))?.data
    expect(await readEvent(rita)).toMatchObject(parts)
    expect(await readEvent(rob)).toMatchObject(hidden)
    const readOwn = async (user: User) => {
      const found = []
      const readable = (of: string) => filterReadable(as(user), of)
      for await (const own of stores.exports.records(rob.id, readable)) found.push(own)
      return found.find(({ type }) => type === 'tour')
    }
    expect(await readOwn(rob)).toMatchObject({ ...hidden, stops: [{ placeId: null }] })
    // A change of a hidden link alone changes nothing that the receiver sees.
    const after = { ...tour, version: 2, begin: { placeId: null } } as never
    const [updated] = deriveEvents(model, 'tours', { before: tour, after })
    const readChanged = async (user: User) =>
      (await readEventDocument(as(user), { id: 'e', at: NOON, ...updated } as never))?.changed
    expect([await readChanged(rita), await readChanged(rob)]).toEqual([['begin'], []])
    const { $defs } = createEventSchemas(model) as {
      readonly $defs: Readonly<Record<string, { readonly properties: { readonly data: object } }>>
    }
    expect($defs['tour.created']?.properties.data).toMatchObject({
      properties: { begin: { properties: { placeId: { type: ['string', 'null'] } } } },
    })
  })
})
