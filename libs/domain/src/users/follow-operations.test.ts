import { beforeEach, describe, expect, test } from 'vitest'
import type { UserId } from '../rules/ids.ts'
import { unconditional } from '../context/precondition.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import type { User } from './user.ts'
import { followUser, listFollowedIds, unfollowUser } from './follow-operations.ts'
import { updateUser } from './user-updates.ts'

const NOBODY_ID = 4711 as UserId

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const softDelete = (user: User) =>
  updateUser(world.as(people.ADMIN), user.id, { deleted: true }, unconditional)
const followers = () => world.stores.reader.count('follows', { op: 'and', conditions: [] }, 100)

describe('C3.8 following', () => {
  const follow = (caller: User | null, id: UserId | null) =>
    describeOutcome(() => followUser(world.as(caller), id))
  const unfollow = (caller: User | null, id: UserId | null) =>
    describeOutcome(() => unfollowUser(world.as(caller), id))
  beforeEach(() => world.article(people.AUTHOR))

  test('followUser and unfollowUser are idempotent', async () => {
    const { READER, AUTHOR } = people
    expect(await follow(READER, AUTHOR.id)).toBe('DONE')
    expect(await follow(READER, AUTHOR.id)).toBe('DONE')
    expect(await followers()).toBe(1)
    expect(await unfollow(READER, AUTHOR.id)).toBe('DONE')
    expect(await unfollow(READER, AUTHOR.id)).toBe('DONE')
    expect(await followers()).toBe(0)
  })

  test('a list of followed users belongs to the caller', async () => {
    const { READER, AUTHOR, EDITOR } = people
    await follow(READER, AUTHOR.id)
    await follow(EDITOR, READER.id)
    expect(await listFollowedIds(world.as(READER))).toEqual([AUTHOR.id])
    expect(await describeOutcome(() => listFollowedIds(world.as(null)))).toBe('UNAUTHENTICATED')
  })

  test('refuses a request without a credential first, and C7.7 the role GUEST', async () => {
    expect(await follow(null, null)).toBe('UNAUTHENTICATED')
    expect(await unfollow(null, null)).toBe('UNAUTHENTICATED')
    expect(await follow(people.GUEST, people.AUTHOR.id)).toBe('FORBIDDEN')
  })

  test('C7.8 a user without a public profile is NOT_FOUND, like an unknown user', async () => {
    expect(await follow(people.READER, people.EDITOR.id)).toBe('NOT_FOUND')
    expect(await unfollow(people.READER, people.EDITOR.id)).toBe('NOT_FOUND')
    expect(await follow(people.READER, NOBODY_ID)).toBe('NOT_FOUND')
    expect(await unfollow(people.READER, NOBODY_ID)).toBe('NOT_FOUND')
    expect(await follow(people.EDITOR, people.READER.id)).toBe('DONE')
  })

  test('unfollowUser also works after the profile is not public any more', async () => {
    const reader = await world.person('rae')
    const comment = await world.comment(await world.article(people.AUTHOR), reader)
    await follow(people.READER, reader.id)
    await world.stores.comments.remove(comment.id, () => undefined)
    expect(await unfollow(people.READER, reader.id)).toBe('DONE')
    expect(await followers()).toBe(0)
  })

  test('C3.5 soft-deleted users cannot be followed', async () => {
    await softDelete(people.AUTHOR)
    expect(await follow(people.ADMIN, people.AUTHOR.id)).toBe('NOT_FOUND')
  })

  test('users cannot follow themselves', async () =>
    expect(await follow(people.AUTHOR, people.AUTHOR.id)).toBe('CONFLICT'))
})
