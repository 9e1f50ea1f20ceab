import { and, or } from '@content-service/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import { may, maySee } from '../access/access.ts'
import type { UserRole } from '../access/role-names.ts'
import type { Context, Stores } from '../context/context.ts'
import { deriveEvents } from '../events/derive-events.ts'
import { readEventDocument } from '../events/read-event-document.ts'
import { flag, integer, line, number, one, owner, tags, text, time } from '../model/fields/field-builders.ts'
import { ModelError } from '../model/checks/model-error.ts'
import { record } from '../model/types/record.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, aUser, callerOf, memoryStores, MemoryTables, NOON } from '../testing/index.ts'
import { createShownRecord, listFacts } from '../visibility/shown-records.ts'
import { createRecord, updateRecord } from './record-operations.ts'
import { readRecord } from './record-reading.ts'

const about = 'A test.'
const SPRING = new Date('2030-04-01T00:00:00Z')

/** Readers see public shows, and large ones before the spring. */
const Show = record({
  name: 'Show',
  plural: 'shows',
  about,
  allowed: {
    read: {
      GUEST: (show) => show.isPublic.eq(true),
      READER: (show) => and(show.startsAt.lt(SPRING), or(show.seats.gte(100), show.fee.in([0, 2.5]))),
      EDITOR: 'all',
    },
    // Nobody but editors writes shows with the code of the house.
    write: { READER: (show) => show.code.ne('HOUSE'), EDITOR: 'all' },
  },
  fields: {
    title: line(80, { about }),
    isPublic: flag({ about, initial: false }),
    startsAt: time({ about, optional: true }),
    seats: integer(0, 9_999, { about, optional: true }),
    fee: number(0, { about, optional: true }),
    code: line(20, { about, optional: true, seenWith: 'write' }),
    essay: text(20_000, { about, optional: true }),
    labels: tags({ about }),
    keeper: owner({ about }),
  },
})
const Ticket = record({
  name: 'Ticket',
  plural: 'tickets',
  about,
  allowed: {
    read: { GUEST: (ticket) => ticket.show.startsAt.lt(SPRING), EDITOR: 'all' },
    write: { EDITOR: 'all' },
  },
  fields: { title: line(80, { about }), show: one(Show, { about }) },
})
const model = contentModel([...builtInModel.types, Show, Ticket])

const findProblems = (read: object): readonly string[] => {
  try {
    contentModel([
      ...builtInModel.types,
      record({
        name: 'Draft',
        plural: 'drafts',
        about,
        allowed: { read: read as { GUEST: 'all' }, write: { EDITOR: 'all' } },
        fields: Show.fields,
      }),
    ])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C14.3 rights by the values of records', () => {
  let stores: Stores
  let people: Readonly<Record<'READER' | 'EDITOR', Context>>
  const guest = () => aContext({ model, stores })
  const as = async (role: UserRole): Promise<Context> => {
    const user = await stores.users.add(aUser(role.toLowerCase(), role), null)
    return aContext({ model, stores, caller: callerOf(user) })
  }
  const create = (given: object) => createRecord(people.EDITOR, Show, { title: 'Show', ...given })
  const sees = async (context: Context, id: string) =>
    (await readRecord(context, Show, id as never, { fields: ['title'] })) !== null

  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    people = { READER: await as('READER'), EDITOR: await as('EDITOR') }
  })

  it('compare flags, times, numbers and texts', async () => {
    const { id: open } = await create({ isPublic: true })
    const { id: large } = await create({ startsAt: '2030-03-31T23:59:59Z', seats: 100 })
    const { id: cheap } = await create({ startsAt: '2030-03-31T23:59:59Z', fee: 2.5 })
    const { id: late } = await create({ startsAt: '2030-04-01T00:00:00Z', seats: 100 })
    const { id: undated } = await create({ seats: 100, fee: 0 })
    const ids = [open, large, cheap, late, undated]
    const listSeen = (context: Context) => Promise.all(ids.map((id) => sees(context, id)))
    expect(await listSeen(guest())).toEqual([true, false, false, false, false])
    expect(await listSeen(people.READER)).toEqual([true, true, true, false, false])
    expect(await listSeen(people.EDITOR)).toEqual([true, true, true, true, true])
  })

  it('are asked on a change of values, as they were and as they will be; masked values count', async () => {
    const update = (context: Context, id: string, change: object) =>
      updateRecord(context, Show, { id: id as never, change, precondition: () => undefined })
    const { id } = await create({ isPublic: true })
    await update(people.READER, id, { title: 'Mine', code: 'OTHER' })
    await expect(update(people.READER, id, { code: 'HOUSE' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await update(people.EDITOR, id, { code: 'HOUSE' })
    await expect(update(people.READER, id, { code: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const given = { title: 'New', code: 'HOUSE' }
    await expect(createRecord(people.READER, Show, given)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await createRecord(people.READER, Show, { ...given, code: 'OTHER' })).toMatchObject({
      title: 'New',
    })
  })

  it('decide about events, whose times are texts, and about kept responses', async () => {
    const show = await create({ startsAt: '2030-03-01T00:00:00Z', seats: 100, code: 'HOUSE' })
    const [event] = deriveEvents(model, 'shows', { before: null, after: show })
    const stored = JSON.parse(JSON.stringify({ id: 'e', ...event })) as object
    const read = async (context: Context) =>
      (await readEventDocument(context, { ...stored, at: NOON } as never))?.data ?? null
    expect(await read(guest())).toBeNull()
    expect(await read(people.READER)).toMatchObject({ seats: 100, code: null })
    expect(await read(people.EDITOR)).toMatchObject({ seats: 100, code: 'HOUSE' })
    const shown = JSON.parse(
      JSON.stringify(createShownRecord(people.EDITOR, Show.permissions.read, show)),
    ) as never
    expect([maySee(guest(), [shown]), maySee(people.READER, [shown])]).toEqual([false, true])
  })

  it('follow links: the event of a deletion has the values of the linked record', async () => {
    const { id: showId } = await create({ startsAt: '2030-03-01T00:00:00Z' })
    const ticket = await createRecord(people.EDITOR, Ticket, { title: 'One', showId })
    expect(may(guest(), Ticket.permissions.read, ticket)).toBe(true)
    const [event] = deriveEvents(model, 'tickets', { before: ticket, after: null })
    const stored = JSON.parse(JSON.stringify({ id: 'e', ...event })) as object
    const read = async (context: Context) =>
      (await readEventDocument(context, { ...stored, at: NOON } as never))?.data ?? null
    expect(await read(guest())).toMatchObject({ title: 'One' })
    expect(Object.keys((await read(guest())) ?? {})).not.toContain('show.startsAt')
  })

  it('bring no other values into rows', () => {
    expect(listFacts(people.READER, Show.permissions.read).toSorted()).toEqual([
      'fee',
      'isPublic',
      'keeperId',
      'seats',
      'startsAt',
    ])
    expect(listFacts(people.READER, Show.permissions.write).toSorted()).toEqual(['code', 'keeperId'])
    expect(listFacts(people.READER, Ticket.permissions.read)).toEqual([
      'showId',
      'show.id',
      'show.startsAt',
      'show.keeperId',
    ])
  })

  it('know these values in policy files, and name the nearest for a mistyped one', () => {
    const file = JSON.stringify(defaultPolicyFile(model))
    expect(readPolicy(model, file).policy.document).toEqual(model.policy.document)
    expect(file).toContain('{"date":"2030-04-01T00:00:00.000Z"}')
    const listProblems = (text: string) => {
      try {
        readPolicy(model, text)
        return []
      } catch (error) {
        return (error as { problems: { message: string }[] }).problems.map(({ message }) => message)
      }
    }
    expect(
      listProblems(file.replaceAll('"attribute":"startsAt","value"', '"attribute":"startAt","value"')),
    ).toContain('unknown attribute "startAt" of shows; did you mean startsAt?')
    expect(listProblems(file.replaceAll('{"date":"2030-04-01T00:00:00.000Z"}', '5'))).toContain(
      'the value to compare with startsAt must be a time of the years 1 to 9999: a Date, {"date": "2026-11-20T12:00:00Z"} in a file, or {"subject": "$now"} for the time of the request',
    )
    const withPart = file.replaceAll('"op":"eq","attribute":"code"', '"op":"includes","attribute":"code"')
    expect(listProblems(withPart)).toContain(
      'code cannot be compared with includes; use one of eq, in, isNull, and not',
    )
  })

  type Condition = ReturnType<typeof and>
  type Attribute = Readonly<Record<string, (value: unknown) => Condition>>
  it.each<readonly [string, (show: Readonly<Record<string, Attribute>>) => unknown, string]>([
    ['a half integer', (show) => show['seats']?.['gt']?.(1.5), 'seats must be an integer of 32 bits'],
    ['a large integer', (show) => show['seats']?.['gt']?.(2 ** 31), 'seats must be an integer of 32 bits'],
    ['no number', (show) => show['fee']?.['eq']?.('2'), 'fee must be a number'],
    ['a text for a flag', (show) => show['isPublic']?.['eq']?.('true'), 'isPublic must be true or false'],
    ['half of a pair', (show) => show['code']?.['eq']?.('\uD800'), 'code must be a text'],
    ['the character 0', (show) => show['code']?.['in']?.(['a\0']), 'code must be a text'],
    [
      'a part that is never true',
      (show) => and(show['isPublic']?.['eq']?.(true) as Condition, or()),
      'is never true',
    ],
    ['a long text', (show) => show['essay']?.['eq']?.('x'), 'unknown attribute "essay" of drafts'],
    ['a list', (show) => show['labels']?.['contains']?.('x'), 'unknown attribute "labels" of drafts'],
  ])('with %s are refused', (_, share, problem) => {
    expect(findProblems({ GUEST: share })).toContainEqual(expect.stringContaining(problem))
  })
})
