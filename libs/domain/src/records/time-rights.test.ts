import { and, or } from '@content-service/authz'
import { beforeEach, describe, expect, it } from 'vitest'
import { filterByPermission } from '../access/access.ts'
import { askAt } from '../access/caller.ts'
import { findGuestRight, guestRightTakesTime } from '../access/guest-right.ts'
import { NotPlannable } from '../access/planned-caller.ts'
import type { Context, Stores } from '../context/context.ts'
import { explainAccess } from '../explanation/access-explanation.ts'
import { deriveEvents } from '../events/derive-events.ts'
import { readEventDocument } from '../events/read-event-document.ts'
import { shareEventReads } from '../live/shared-event-reads.ts'
import { line, one, owner, time } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'
import { createReadableScope } from '../search/readable-words.ts'
import { builtInModel, contentModel } from '../service/content-types.ts'
import { aContext, aUser, callerOf, memoryStores, MemoryTables, NOON } from '../testing/index.ts'
import { createPlanningContext } from '../visibility/planning-context.ts'
import { createRecord, updateRecord } from './record-operations.ts'
import { readRecord } from './record-reading.ts'

const about = 'A test.'
const at = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000)

/** Everybody reads a poll from its opening to its end; its keeper changes it until it opens. */
const Poll = record({
  name: 'Poll',
  plural: 'polls',
  about,
  allowed: {
    read: {
      GUEST: (poll, _caller, now) =>
        and(poll.opensAt.lte(now), or(poll.closesAt.gt(now), poll.closesAt.isNull())),
      READER: 'own',
      EDITOR: 'all',
    },
    write: {
      READER: (poll, caller, now) => and(poll.keeperId.eq(caller.id), poll.opensAt.gt(now)),
      EDITOR: 'all',
    },
  },
  fields: {
    title: line(80, { about, search: 'A', index: 'text' }),
    opensAt: time({ about, index: true }),
    closesAt: time({ about, optional: true }),
    keeper: owner({ about }),
  },
})
const Vote = record({
  name: 'Vote',
  plural: 'votes',
  about,
  allowed: {
    read: { EDITOR: 'all' },
    write: { EDITOR: 'all' },
    create: { READER: (vote, _caller, now) => vote.poll.closesAt.gt(now) },
  },
  fields: { answer: line(80, { about }), poll: one(Poll, { about }) },
})
const model = contentModel([...builtInModel.types, Poll, Vote])

describe('C15.24 rights that take the time', () => {
  let stores: Stores
  let people: Readonly<Record<'READER' | 'EDITOR', Context>>
  const guest = (now = NOON) => aContext({ model, stores, now: () => now })
  const later = (context: Context, now: Date): Context => ({
    ...context,
    caller: askAt(context.caller, now),
  })
  const create = (given: { readonly opensAt: string; readonly closesAt: string }) =>
    createRecord(people.EDITOR, Poll, { title: 'Poll', ...given })
  const sees = async (context: Context, id: string) =>
    (await readRecord(context, Poll, id as never, { fields: ['title'] })) !== null

  beforeEach(async () => {
    stores = memoryStores(new MemoryTables(), model)
    const as = async (role: 'READER' | 'EDITOR') =>
      aContext({
        model,
        stores,
        caller: callerOf(await stores.users.add(aUser(role.toLowerCase(), role), null)),
      })
    people = { READER: await as('READER'), EDITOR: await as('EDITOR') }
  })

  it('show a record from one time to another', async () => {
    const { id } = await create({ opensAt: at(0).toISOString(), closesAt: at(60).toISOString() })
    const times = [at(-1), at(0), at(59), at(60)]
    expect(await Promise.all(times.map((time) => sees(guest(time), id)))).toEqual([false, true, true, false])
    expect(await sees(people.EDITOR, id)).toBe(true)
  })

  it('see one time in an operation, whatever the clock says meanwhile', async () => {
    const { id } = await create({ opensAt: at(0).toISOString(), closesAt: at(60).toISOString() })
    let minutes = 59
    const context = aContext({ model, stores, now: () => at((minutes += 1)) })
    expect([await sees(context, id), await sees(context, id)]).toEqual([false, false])
    expect(await sees(later(context, at(1)), id)).toBe(true)
  })

  it('end a right to change, as the record was and as it will be', async () => {
    const { id } = await createRecord(people.READER, Poll, { title: 'Mine', opensAt: at(5).toISOString() })
    const update = (context: Context, change: object) =>
      updateRecord(context, Poll, { id: id as never, change, precondition: () => undefined })
    expect(await update(people.READER, { title: 'Changed' })).toMatchObject({ title: 'Changed' })
    const past = { opensAt: at(-1).toISOString() }
    await expect(update(people.READER, past)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(update(later(people.READER, at(5)), { title: 'Late' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  it('follow links', async () => {
    // Its keeper sees a closed poll, too.
    const own = { title: 'Own', opensAt: at(5).toISOString(), closesAt: at(60).toISOString() }
    const { id: pollId } = await createRecord(people.READER, Poll, own)
    const vote = (now: Date) => createRecord(later(people.READER, now), Vote, { answer: 'Yes', pollId })
    expect(await vote(at(59))).toMatchObject({ answer: 'Yes' })
    await expect(vote(at(60))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('decide about an event at its own time', async () => {
    const poll = await create({ opensAt: at(0).toISOString(), closesAt: at(60).toISOString() })
    const [event] = deriveEvents(model, 'polls', { before: null, after: poll })
    const read = (now: Date) => readEventDocument(guest(at(600)), { id: 'e', ...event, at: now } as never)
    expect(await read(at(59))).toMatchObject({ data: { title: 'Poll' } })
    expect(await read(at(60))).toBeNull()
    const stream = shareEventReads(guest(at(600)), { ...event, at: at(59) } as never)
    expect(await sees(stream, poll.id)).toBe(true)
  })

  it('are explained at the time of the request', async () => {
    const admin = await stores.users.add(aUser('admin', 'ADMIN'), null)
    const { id } = await create({ opensAt: at(0).toISOString(), closesAt: at(60).toISOString() })
    const reader = await stores.users.add(aUser('other', 'READER'), null)
    const explainAt = async (now: Date) => {
      const context = aContext({ model, stores, caller: callerOf(admin), now: () => now })
      const question = { permission: 'polls:read', id, userId: String(reader.id) }
      return (await explainAccess(context, question)).decision
    }
    expect([await explainAt(at(59)), await explainAt(at(60))]).toEqual(['ALLOW', 'DENY'])
  })

  it('have no partial index and give no words for corrections', () => {
    const { permissions, attributes } = Poll
    expect(findGuestRight(model.policy, { permission: permissions.read, attributes })).toBeNull()
    expect(guestRightTakesTime(model.policy, permissions.read)).toBe(true)
    expect(guestRightTakesTime(model.policy, 'articles:read')).toBe(false)
    const scope = createReadableScope({ model, policy: model.policy })
    expect(Object.keys(scope)).not.toContain('POLL')
    expect(Object.keys(scope)).toContain('ARTICLE')
  })

  it('are no part of a plan if they ask no record', () => {
    const rule = (name: string, op: string, value: unknown) => ({
      effect: 'allow',
      permissions: ['polls:read'],
      when: { op: 'subject', condition: { op, attribute: name, value } },
    })
    const file = defaultPolicyFile(model)
    const createFilter = (...when: Parameters<typeof rule>) => {
      const rules = [...(file.roles['READER']?.rules ?? []), rule(...when)]
      const roles = { ...file.roles, READER: { ...file.roles['READER'], rules } }
      const { policy } = readPolicy(model, JSON.stringify({ ...file, roles }))
      const planning = createPlanningContext({ ...people.READER, policy })
      return filterByPermission(planning, Poll.permissions.read)
    }
    expect(() => createFilter('$now', 'gt', { date: NOON.toISOString() })).toThrow(NotPlannable)
    expect(() => createFilter('id', 'eq', 5)).toThrow(NotPlannable)
    expect(createFilter('roles', 'includes', 'READER')).not.toBeNull()
  })

  it('are in policy files, with the time as a reference', () => {
    const file = JSON.stringify(defaultPolicyFile(model))
    expect(file).toContain('{"op":"gt","attribute":"closesAt","value":{"subject":"$now"}}')
    expect(readPolicy(model, file).policy.document).toEqual(model.policy.document)
    const wrong = file.replace('{"subject":"$now"}', '{"subject":"now"}')
    expect(() => readPolicy(model, wrong)).toThrow(expect.objectContaining({ problems: [expect.anything()] }))
  })
})
