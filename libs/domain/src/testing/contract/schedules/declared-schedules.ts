import { beforeAll, expect, it } from 'vitest'
import type { UserId } from '../../../rules/ids.ts'
import type { User } from '../../../users/user.ts'
import { aRecord } from '../../builders.ts'
import { Board, Bulletin, noticeModel } from '../../notice-model.ts'
import { NOON } from '../../test-audit-context.ts'
import { AT, createScheduleWorld, DUE, NO_TIME, type OpenSchedules, type World } from './schedule-world.ts'

/** What only declared types have: states with permissions of their own, rights that follow links, and operations. */
export const noticeSchedules = (open: () => OpenSchedules): void => {
  const type = noticeModel.typeNamed('Notice')
  let world: World
  let author: User
  beforeAll(async () => {
    world = createScheduleWorld(open().stores, type)
    author = await world.person('AUTHOR')
  })

  it('needs the permission of the transition from the present state', async () => {
    const id = await world.create(author)
    const [editor, admin] = [await world.person('EDITOR'), await world.person('ADMIN')]
    await world.run(world.as(author), 'update', id, { status: 'HELD' })
    for (const verb of ['schedule', 'unschedule'])
      await expect(world.run(world.as(editor), verb, id, DUE)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('notices:release'),
      })
    await world.schedule(admin, id)
    await open().stores.users.change(admin.id, (current) => ({ ...current, roles: ['EDITOR'] }))
    await world.publish()
    expect(await world.read(id)).toMatchObject({ ...NO_TIME, status: 'HELD' })
  })

  it('asks rights that follow links, when it is set and at its time', async () => {
    const keeper = await world.person('READER')
    const { records } = open().stores
    const addBoard = async (by: UserId) =>
      (await records(Board).add(aRecord(open().stores, Board, { name: 'A board' }, by))).id
    const [kept, other] = [await addBoard(keeper.id), await addBoard(author.id)]
    const [stays, moves] = [
      await world.create(author, { boardId: kept }),
      await world.create(author, { boardId: kept }),
    ]
    for (const id of [stays, moves]) await world.schedule(keeper, id)
    await world.run(world.as(author), 'update', moves, { boardId: other })
    await world.publish()
    expect(await world.read(stays)).toMatchObject({ status: 'PUBLISHED' })
    expect(await world.read(moves)).toMatchObject({ ...NO_TIME, status: 'DRAFT' })
  })

  it('goes with an operation that changes the state, and stays with one that does not', async () => {
    const [stays, held, shelved] = await Promise.all([1, 2, 3].map(() => world.create(author)))
    const admin = await world.person('ADMIN')
    await world.run(world.as(author), 'update', held, { status: 'HELD' })
    for (const id of [stays, held, shelved]) await world.schedule(admin, id)
    expect(await world.run(world.as(author), 'withdraw', stays)).toMatchObject({ scheduledFor: AT })
    expect(await world.run(world.as(author), 'withdraw', held)).toMatchObject(NO_TIME)
    expect(await world.run(world.as(author), 'shelve', shelved)).toMatchObject({
      ...NO_TIME,
      status: 'ARCHIVED',
    })
  })
}

/** A type without owners, with a schedule for all states that have a transition. */
export const bulletinSchedules = (open: () => OpenSchedules): void => {
  it('a type without owners publishes the longest overdue first, in all states with a transition', async () => {
    const world = createScheduleWorld(open().stores, Bulletin)
    const editor = await world.person('EDITOR')
    const ids = []
    for (const seconds of [20, 10, 30]) {
      const { id } = await world.run(world.as(editor), 'create', null, { title: String(seconds) })
      await world.schedule(editor, id, new Date(NOON.getTime() + seconds * 1_000))
      ids.push(id)
    }
    const due = await open().stores.alone(({ records }) => records(Bulletin).lockDue(AT, 2))
    expect(due.map(({ id }) => id)).toEqual([ids[1], ids[0]])
    await world.publish()
    expect(await Promise.all(ids.map(world.read))).toMatchObject(ids.map(() => ({ stage: 'SENT' })))
  })
}
