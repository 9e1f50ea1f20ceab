import { beforeAll, describe, expect, it } from 'vitest'
import type { Stores } from '../../../context/context.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import { createSchedule } from '../../../model/states/schedule.ts'
import { withValues } from '../../../model/types/record-changes.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { User } from '../../../users/user.ts'
import { BROKEN, REFUSED } from '../../notice-model.ts'
import { NOON } from '../../test-audit-context.ts'
import { AT, createScheduleWorld, NO_TIME, type OpenSchedules, type World } from './schedule-world.ts'

/** Gives values to a record that no operation gives, such as a person who is unknown. */
const setSchedule = async (
  stores: Stores,
  type: RecordType,
  id: unknown,
  at: Date,
  status?: string,
): Promise<void> => {
  const values = { ...createSchedule(at, null), ...(status !== undefined && { status }) }
  await stores.records<RecordType>(type).change(id as never, (current) => withValues(current, values, NOON))
}

/** What becomes of records whose time has come. */
export const dueRecords = (open: () => OpenSchedules, type: RecordType): void => {
  let world: World
  let author: User
  let editor: User
  beforeAll(async () => {
    world = createScheduleWorld(open().stores, type)
    author = await world.person('AUTHOR')
    editor = await world.person('EDITOR')
  })
  const move = (id: unknown, status: string) => world.run(world.as(editor), 'update', id, { status })

  describe('C4.3 at its time', () => {
    const withUser = (user: User, values: Partial<User>) =>
      open().stores.users.change(user.id, (current) => ({ ...current, ...values }))

    it('publishes the record once, and not before', async () => {
      const id = await world.create(author)
      await world.schedule(editor, id)
      expect(await world.publish(new Date(AT.getTime() - 1))).toBeNull()
      expect(await world.read(id)).toMatchObject({ status: 'DRAFT' })
      await Promise.all([world.publish(), world.publish(AT, open().others)])
      expect(await world.read(id)).toMatchObject({
        ...NO_TIME,
        status: 'PUBLISHED',
        publishedAt: AT,
        version: 3,
      })
      const events = [`${type.word}.created`, `${type.word}.updated`, `${type.word}.published`]
      expect(await world.listEvents(id)).toEqual(events)
      expect(await world.listRefusals(id)).toEqual([])
    })

    it('publishes each record once, also if several processes look for them at the same time', async () => {
      const ids = []
      for (let each = 0; each < 12; each += 1) ids.push(await world.create(author))
      for (const id of ids) await world.schedule(editor, id)
      await Promise.all([open().stores, open().others].map((session) => world.publish(AT, session)))
      for (const id of ids) expect(await world.read(id)).toMatchObject({ status: 'PUBLISHED', version: 3 })
    })

    it('publishes the record once, also after a worker that ended before its transaction', async () => {
      const id = await world.create(author)
      await world.schedule(editor, id)
      const end = open().stores.alone(async (own) => {
        await world.publish(AT, own)
        throw new Error('the worker ends')
      })
      await expect(end).rejects.toThrow('the worker ends')
      expect(await world.read(id)).toMatchObject({ status: 'DRAFT', scheduledFor: AT, version: 2 })
      await world.publish(AT, open().others)
      expect(await world.read(id)).toMatchObject({ status: 'PUBLISHED', version: 3 })
      expect(await world.listEvents(id)).toHaveLength(3)
    })

    it('keeps the time of the first publication', async () => {
      const id = await world.create(author)
      const { publishedAt } = await move(id, 'PUBLISHED')
      await move(id, 'DRAFT')
      await world.schedule(editor, id)
      await world.publish()
      expect(await world.read(id)).toMatchObject({ status: 'PUBLISHED', publishedAt })
      expect(publishedAt).toEqual(NOON)
    })

    it.each<[string, (user: User) => Promise<unknown>]>([
      ['has lost the role', (user) => withUser(user, { roles: ['READER'] })],
      ['is suspended', (user) => withUser(user, { status: 'SUSPENDED' })],
      ['is inactive', (user) => withUser(user, { status: 'INACTIVE' })],
      ['is deleted', (user) => withUser(user, { deleted: true })],
      ['is gone', (user) => open().stores.users.remove(user.id, () => undefined)],
    ])('drops the schedule of a person who %s, with an entry and an event', async (_, lose) => {
      const id = await world.create(author)
      const person = await world.person('EDITOR')
      await world.schedule(person, id)
      await lose(person)
      expect((await world.read(id)).version).toBe(2)
      expect(await world.publish()).toBeNull()
      expect(await world.read(id)).toMatchObject({
        ...NO_TIME,
        status: 'DRAFT',
        publishedAt: null,
        version: 3,
      })
      const refusal = { action: 'publish-scheduled', resource: type.plural, reason: 'FORBIDDEN' }
      expect(await world.listRefusals(id)).toMatchObject([refusal])
      expect((await world.listEvents(id)).at(-1)).toBe(`${type.word}.updated`)
    })

    it('asks the person who set it last, with the rights of that time', async () => {
      const id = await world.create(author)
      const [first, last] = [await world.person('EDITOR'), await world.person('EDITOR')]
      await world.schedule(first, id)
      await world.schedule(last, id)
      await withUser(first, { roles: ['READER'] })
      await withUser(last, { status: 'SUSPENDED' })
      await withUser(last, { status: 'ACTIVE' })
      await world.publish()
      expect(await world.read(id)).toMatchObject({ status: 'PUBLISHED' })
    })

    it('asks the person of each record, if many are due at once', async () => {
      const [owner, leaving] = [await world.person('AUTHOR'), await world.person('EDITOR')]
      const ids = []
      for (const [by, person] of [
        [author, editor],
        [owner, editor],
        [author, leaving],
        [owner, leaving],
      ] as const) {
        const id = await world.create(by)
        await world.schedule(person, id)
        ids.push(id)
      }
      await withUser(leaving, { status: 'SUSPENDED' })
      expect(await world.publish()).toBeNull()
      const states = (await Promise.all(ids.map(world.read))).map(({ status, version }) => [status, version])
      expect(states).toEqual([
        ['PUBLISHED', 3],
        ['PUBLISHED', 3],
        ['DRAFT', 3],
        ['DRAFT', 3],
      ])
      expect((await Promise.all(ids.map(world.listEvents))).map(({ length }) => length)).toEqual([3, 3, 3, 3])
      expect((await Promise.all(ids.map(world.listRefusals))).map(({ length }) => length)).toEqual([
        0, 0, 1, 1,
      ])
    })

    it('asks nobody for a schedule without a person', async () => {
      const id = await world.create(author)
      await setSchedule(open().stores, type, id, AT)
      await world.publish()
      expect(await world.read(id)).toMatchObject({ status: 'PUBLISHED' })
    })

    it.each([
      [REFUSED, false],
      [BROKEN, true],
    ])('drops the schedule of a record that the check refuses: %s', async (title, fails) => {
      const [refused, right] = [await world.create(author, { title }), await world.create(author)]
      for (const id of [refused, right]) await world.schedule(editor, id)
      expect((await world.publish()) !== null).toBe(fails)
      expect(await world.read(refused)).toMatchObject({ ...NO_TIME, status: 'DRAFT' })
      expect(await world.listRefusals(refused)).toMatchObject([{ reason: 'BAD_USER_INPUT' }])
      expect(await world.read(right)).toMatchObject({ status: 'PUBLISHED' })
    })

    it('drops the schedule of a record whose state is no longer in the list', async () => {
      const id = await world.create(author)
      await world.schedule(editor, id)
      await setSchedule(open().stores, type, id, AT, 'ARCHIVED')
      await world.publish()
      expect(await world.read(id)).toMatchObject({ ...NO_TIME, status: 'ARCHIVED' })
      expect(await world.listRefusals(id)).toMatchObject([{ reason: 'INVALID_TRANSITION' }])
    })

    it('takes turns between owners, and the longest overdue of each first', async () => {
      const owner = await world.person('AUTHOR')
      const make = async (by: User, seconds: number) => {
        const id = await world.create(by)
        await world.schedule(editor, id, new Date(NOON.getTime() + seconds * 1_000))
        return id
      }
      const [second, first] = [await make(author, 20), await make(author, 10)]
      const other = await make(owner, 30)
      const lock = (atMost: number, without: readonly RecordId[] = []) =>
        open().stores.alone(({ records }) => records<RecordType>(type).lockDue(AT, atMost, without))
      const owners = [author.id, owner.id, author.id]
      const due = [first, other, second].map((id, place) => ({
        id,
        scheduledBy: editor.id,
        ownerId: owners[place],
      }))
      expect(await lock(3)).toEqual(due)
      expect(await lock(2)).toEqual(due.slice(0, 2))
      expect(await lock(2, [first])).toEqual([due[2], due[1]])
      await world.publish()
      expect(await lock(3)).toEqual([])
    })
  })
}
