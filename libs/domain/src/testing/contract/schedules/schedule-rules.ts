import { beforeAll, describe, expect, test } from 'vitest'
import { listAvailable } from '../../../actions/record-action.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { User } from '../../../users/user.ts'
import { noticeModel } from '../../notice-model.ts'
import { NOON } from '../../test-audit-context.ts'
import { describeOutcome, refusedPaths } from '../../world.ts'
import { AT, createScheduleWorld, DUE, NO_TIME, type OpenSchedules, type World } from './schedule-world.ts'

const NOWHERE = '00000000-0000-7000-8000-ffffffffffff'

/** Who may set and remove the schedule of which record. */
export const scheduleRules = (open: () => OpenSchedules, type: RecordType): void => {
  let world: World
  let author: User
  let editor: User
  beforeAll(async () => {
    world = createScheduleWorld(open().stores, type)
    author = await world.person('AUTHOR')
    editor = await world.person('EDITOR')
  })
  const move = (id: unknown, status: string, by = editor) => world.run(world.as(by), 'update', id, { status })

  describe('C4.3 a schedule', () => {
    test.each(['DRAFT', 'REVIEW'])('has the time and the person, for a %s record', async (status) => {
      const id = await world.create(author, { status })
      const scheduled = await world.schedule(editor, id)
      expect(scheduled).toMatchObject({ scheduledFor: AT, scheduledBy: editor.id, version: 2 })
      expect(await world.schedule(editor, id)).toMatchObject({ version: 2 })
      const removed = await world.run(world.as(editor), 'unschedule', id)
      expect(removed).toMatchObject({ ...NO_TIME, version: 3 })
      expect(await world.run(world.as(editor), 'unschedule', id)).toMatchObject({ version: 3 })
      expect(await world.listEvents(id)).toEqual([
        `${type.word}.created`,
        `${type.word}.updated`,
        `${type.word}.updated`,
      ])
    })

    test.each([NOON.toISOString(), '2020-01-01T00:00:00Z', 'tomorrow', '', '2030-02-30T00:00:00Z', '\0'])(
      'is BAD_USER_INPUT at %j',
      async (publishAt) => {
        const id = await world.create(author)
        const schedule = () => world.run(world.as(editor), 'schedule', id, { publishAt })
        expect(await refusedPaths(schedule)).toEqual(['publishAt'])
      },
    )

    test.each(['PUBLISHED', 'ARCHIVED'])(
      'is INVALID_TRANSITION for a %s record, after the check of the time',
      async (status) => {
        const id = await world.create(author)
        await move(id, 'PUBLISHED')
        if (status !== 'PUBLISHED') await move(id, status)
        const schedule = (publishAt: string) => world.run(world.as(editor), 'schedule', id, { publishAt })
        await expect(schedule(DUE.publishAt)).rejects.toMatchObject({
          code: 'INVALID_TRANSITION',
          message: expect.stringContaining(`that is ${status}. Allowed: DRAFT, REVIEW`),
        })
        expect(await describeOutcome(() => schedule('x'))).toBe('BAD_USER_INPUT')
      },
    )

    test.each(['schedule', 'unschedule'])('%s is refused in the order of C4.2', async (verb) => {
      const id = await world.create(author)
      const [reader, other] = [await world.person('READER'), await world.person('AUTHOR')]
      const run = (user: User | null, of: unknown = id) =>
        describeOutcome(() => world.run(world.as(user), verb, of, { publishAt: 'x' }))
      expect(await run(null)).toBe('UNAUTHENTICATED')
      for (const user of [reader, other]) expect(await run(user)).toBe('NOT_FOUND')
      for (const nothing of [NOWHERE, 'x', '__proto__', '', '\0'])
        expect(await run(editor, nothing)).toBe('NOT_FOUND')
      expect(await run(author)).toBe('FORBIDDEN')
      const client = { id: null, client: 'a client', roles: ['ADMIN'], permissions: [] }
      const byClient = () => world.run(world.as(null, { caller: client }), verb, id, DUE)
      expect(await describeOutcome(byClient)).toBe('FORBIDDEN')
      expect(await world.read(id)).toMatchObject({ ...NO_TIME, version: 1 })
    })

    test('goes with a change of the state, and stays with another change', async () => {
      const id = await world.create(author)
      await world.schedule(editor, id)
      const renamed = await world.run(world.as(author), 'update', id, { title: 'New', status: 'DRAFT' })
      expect(renamed).toMatchObject({ scheduledFor: AT })
      expect(await move(id, 'REVIEW', author)).toMatchObject(NO_TIME)
    })

    test('no client sets its fields', async () => {
      const id = await world.create(author)
      const given = { title: 'New', scheduledFor: AT.toISOString(), scheduledBy: editor.id }
      const update = () => world.run(world.as(author), 'update', id, given)
      await describeOutcome(update)
      expect(await world.read(id)).toMatchObject(NO_TIME)
    })

    test('availableActions names what the caller may do', async () => {
      const id = await world.create(author)
      const listWords = async (user: User) =>
        listAvailable(world.as(user), noticeModel.actionsOf(type.plural), { ...(await world.read(id)) })
      const words = ['schedule', 'unschedule']
      expect(await listWords(editor)).toEqual(expect.arrayContaining(words))
      for (const word of words) expect(await listWords(author)).not.toContain(word)
      await move(id, 'PUBLISHED')
      expect(await listWords(editor)).toContain('unschedule')
      expect(await listWords(editor)).not.toContain('schedule')
    })
  })
}
