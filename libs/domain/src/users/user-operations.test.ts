import type { Context } from '../context/context.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { atVersion, unconditional } from '../context/precondition.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import { GHOST_ID, MAX_USER_ID, type UserId } from '../rules/ids.ts'
import { type User, type UserChange } from './user.ts'
import { createUserRecord, deleteUser } from './user-operations.ts'
import { putUser, updateUser } from './user-updates.ts'
import { followUser } from './follow-operations.ts'
import { readFirst } from '../visibility/visibility.ts'
import { planCurrentUser } from './user-reading.ts'
import { Article } from '../articles/article.ts'

const NOBODY_ID = 4711 as UserId
const ANY = { fields: ['id'] }

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const update = (caller: User | null, id: UserId | null, change: UserChange) =>
  describeOutcome(() => updateUser(world.as(caller), id, change, unconditional))
const remove = (caller: User | null, id: UserId | null) =>
  describeOutcome(() => deleteUser(world.as(caller), id, unconditional))
const softDelete = (user: User) =>
  updateUser(world.as(people.ADMIN), user.id, { deleted: true }, unconditional)

describe('C3.3 a user that REST creates', () => {
  test('gets a unique username that is derived from the email', async () => {
    const context = world.as(people.ADMIN)
    expect((await createUserRecord(context, { email: 'Ada@other.org' })).username).toBe('ada-2')
    expect((await createUserRecord(context, { email: 'ada@third.org', name: 'A' })).username).toBe('ada-3')
    expect((await createUserRecord(context, { email: 'ghost@other.org' })).username).toBe('ghost-2')
  })

  test('C6.2 needs users:write on all users', async () => {
    const make = (caller: User | null) =>
      describeOutcome(() => createUserRecord(world.as(caller), { email: 'not an address' }))
    expect(await make(null)).toBe('UNAUTHENTICATED')
    expect(await make(people.EDITOR)).toBe('FORBIDDEN')
    expect(await make(people.ADMIN)).toBe('BAD_USER_INPUT')
  })
})

describe('C7.7 changes of users', () => {
  test('C7.8 a missing credential is the first refusal, even for an id that no user can have', async () => {
    expect(await update(null, null, {})).toBe('UNAUTHENTICATED')
    expect(await update(null, people.READER.id, {})).toBe('UNAUTHENTICATED')
  })

  test.each(['READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const)('a %s changes the own name', async (role) =>
    expect(await update(people[role], people[role].id, { name: 'New' })).toBe('DONE'),
  )

  test('a GUEST may read, but not change, the own account', async () =>
    expect(await update(people.GUEST, people.GUEST.id, { name: 'New' })).toBe('FORBIDDEN'))

  test.each<UserChange>([
    { role: 'ADMIN' },
    { role: 'READER' },
    { status: 'INACTIVE' },
    { status: null },
    { role: null },
  ])('users cannot give themselves %j: role and status need users:write on others', async (change) =>
    expect(await update(people.AUTHOR, people.AUTHOR.id, change)).toBe('FORBIDDEN'),
  )

  test('another user is NOT_FOUND for a caller who may not read the user, and FORBIDDEN for a caller who may', async () => {
    expect(await update(people.READER, people.AUTHOR.id, { name: '' })).toBe('NOT_FOUND')
    expect(await update(people.READER, NOBODY_ID, { name: '' })).toBe('NOT_FOUND')
    expect(await update(people.EDITOR, people.AUTHOR.id, { name: '' })).toBe('FORBIDDEN')
    expect(await update(people.EDITOR, NOBODY_ID, { name: '' })).toBe('NOT_FOUND')
    expect(await update(people.ADMIN, people.AUTHOR.id, { name: '' })).toBe('BAD_USER_INPUT')
    expect(await update(people.ADMIN, people.AUTHOR.id, { name: 'New' })).toBe('DONE')
  })

  test('only an ADMIN gives extra permissions', async () => {
    const writer = { ...people.EDITOR, permissions: ['users:write'] }
    const change = { permissions: ['audit:read'] }
    expect(await update(writer, people.READER.id, change)).toBe('FORBIDDEN')
    expect(await update(people.ADMIN, people.READER.id, change)).toBe('DONE')
  })

  test('C3.4 users:write raises no user above the own role, and changes no stronger user', async () => {
    const writer = { ...people.EDITOR, permissions: ['users:write', 'users:delete'] }
    expect(await update(writer, people.READER.id, { role: 'ADMIN' })).toBe('FORBIDDEN')
    expect(await update(writer, writer.id, { role: 'ADMIN' })).toBe('FORBIDDEN')
    expect(await update(writer, people.ADMIN.id, { email: 'mine@example.org' })).toBe('FORBIDDEN')
    expect(await remove(writer, people.ADMIN.id)).toBe('FORBIDDEN')
    expect(await update(writer, people.READER.id, { role: 'EDITOR' })).toBe('DONE')
  })
})

describe('C6.6 the order of refusals for a user', () => {
  const stale = (caller: User, id: UserId, change: UserChange) =>
    describeOutcome(() => updateUser(world.as(caller), id, change, atVersion(99)))

  test('checks the permission, then the version, then the input, then conflicts', async () => {
    const { AUTHOR, READER, EDITOR, ADMIN } = people
    expect(await stale(EDITOR, READER.id, { name: '' })).toBe('FORBIDDEN')
    expect(await stale(ADMIN, READER.id, { name: '' })).toBe('CONFLICT')
    expect(await update(ADMIN, READER.id, { name: '', email: AUTHOR.email })).toBe('BAD_USER_INPUT')
    expect(await update(ADMIN, READER.id, { email: AUTHOR.email })).toBe('CONFLICT')
    expect(await update(ADMIN, ADMIN.id, { role: 'READER', name: '' })).toBe('BAD_USER_INPUT')
  })

  test('C6.8 a refused change changes nothing', async () => {
    await stale(people.ADMIN, people.READER.id, { name: 'New' })
    expect(await world.stores.users.get(people.READER.id)).toEqual(people.READER)
  })
})

describe('C3.4 the last administrator', () => {
  const amysChange = (change: UserChange) => update(people.ADMIN, people.ADMIN.id, change)

  test.each<UserChange>([
    { role: 'EDITOR' },
    { status: 'SUSPENDED' },
    { status: 'INACTIVE' },
    { deleted: true },
  ])('refuses %j', async (change) => expect(await amysChange(change)).toBe('CONFLICT'))

  test('cannot be deleted until another user is an administrator', async () => {
    expect(await remove(people.ADMIN, people.ADMIN.id)).toBe('CONFLICT')
    await update(people.ADMIN, people.EDITOR.id, { role: 'ADMIN' })
    expect(await remove(people.ADMIN, people.ADMIN.id)).toBe('DONE')
  })

  test('cannot be replaced by a suspended administrator', async () => {
    await world.person('old', 'ADMIN').then(({ id }) => update(people.ADMIN, id, { status: 'SUSPENDED' }))
    expect(await amysChange({ role: 'EDITOR' })).toBe('CONFLICT')
  })
})

const readCurrent = (context: Context) => readFirst(context, planCurrentUser(context, ANY))

describe('C3.5 soft delete', () => {
  test('hides the user, and a caller who writes other users can undo it', async () => {
    const { READER, EDITOR, ADMIN } = people
    expect((await softDelete(READER)).deleted).toBe(true)
    expect(await update(EDITOR, READER.id, { name: 'X' })).toBe('NOT_FOUND')
    expect(await update(READER, READER.id, { deleted: false })).toBe('NOT_FOUND')
    expect(await readCurrent(world.as(READER))).toBeNull()
    expect(await update(ADMIN, READER.id, { deleted: false })).toBe('DONE')
    expect(await readCurrent(world.as(READER))).toEqual(expect.objectContaining({ id: READER.id }))
  })

  test('only callers who may delete others can delete a soft-deleted user for good', async () => {
    await softDelete(people.READER)
    expect(await remove(people.READER, people.READER.id)).toBe('NOT_FOUND')
    expect(await remove(people.EDITOR, people.READER.id)).toBe('NOT_FOUND')
    expect(await remove(people.ADMIN, people.READER.id)).toBe('DONE')
  })
})

describe('C3.5 hard delete', () => {
  test.each<[UserRole, UserRole, string]>([
    ['GUEST', 'GUEST', 'DONE'],
    ['READER', 'READER', 'DONE'],
    ['READER', 'AUTHOR', 'NOT_FOUND'],
    ['EDITOR', 'EDITOR', 'DONE'],
    ['EDITOR', 'READER', 'FORBIDDEN'],
    ['ADMIN', 'EDITOR', 'DONE'],
  ])('a %s deletes a %s: %s', async (caller, whom, outcome) =>
    expect(await remove(people[caller], people[whom].id)).toBe(outcome),
  )

  test('a second deletion is NOT_FOUND, and a deletion without a credential UNAUTHENTICATED', async () => {
    expect(await remove(null, people.READER.id)).toBe('UNAUTHENTICATED')
    expect(await remove(people.ADMIN, people.READER.id)).toBe('DONE')
    expect(await remove(people.ADMIN, people.READER.id)).toBe('NOT_FOUND')
    expect(await remove(people.ADMIN, null)).toBe('NOT_FOUND')
  })

  test('the ghost gets the articles and comments of the user', async () => {
    const article = await world.article(people.AUTHOR)
    const comment = await world.comment(article, people.AUTHOR)
    await remove(people.ADMIN, people.AUTHOR.id)
    expect((await world.stores.records(Article).get(article.id))?.ownerId).toBe(GHOST_ID)
    expect((await world.stores.comments.get(comment.id))?.authorId).toBe(GHOST_ID)
  })

  test('C6.8 is refused with an old version', async () =>
    expect(
      await describeOutcome(() => deleteUser(world.as(people.ADMIN), people.READER.id, atVersion(99))),
    ).toBe('CONFLICT'))
})

describe('C3.5 the ghost', () => {
  test('cannot be changed or deleted, not even by an ADMIN', async () => {
    expect(await update(people.ADMIN, GHOST_ID, { name: 'Casper' })).toBe('FORBIDDEN')
    expect(await remove(people.ADMIN, GHOST_ID)).toBe('FORBIDDEN')
    const put = () =>
      putUser(world.as(people.ADMIN), GHOST_ID, { name: 'Casper', email: 'c@example.org' }, unconditional)
    expect(await describeOutcome(put)).toBe('FORBIDDEN')
  })

  test('is NOT_FOUND for callers who may not read other users', async () => {
    expect(await update(people.READER, GHOST_ID, { name: 'Casper' })).toBe('NOT_FOUND')
    expect(await remove(people.READER, GHOST_ID)).toBe('NOT_FOUND')
  })

  test('cannot be followed', async () =>
    expect(await describeOutcome(() => followUser(world.as(people.ADMIN), GHOST_ID))).toBe('NOT_FOUND'))
})

describe('C6.5 PUT', () => {
  const put = (caller: User | null, id: UserId, given = { name: 'New', email: 'new@example.org' }) =>
    putUser(world.as(caller), id, given, unconditional)

  test('is refused without users:write on others before any look-up', async () => {
    for (const id of [people.READER.id, NOBODY_ID]) {
      expect(await describeOutcome(() => put(null, id))).toBe('UNAUTHENTICATED')
      expect(await describeOutcome(() => put(people.READER, id))).toBe('FORBIDDEN')
    }
  })

  test('creates a missing user, replaces an existing user, and clears a missing age', async () => {
    const created = await putUser(
      world.as(people.ADMIN),
      NOBODY_ID,
      { name: 'New', email: 'new@example.org', age: 36 },
      unconditional,
    )
    expect(created).toMatchObject({ created: true, user: { id: NOBODY_ID, username: 'new', age: 36 } })
    expect(await put(people.ADMIN, NOBODY_ID)).toMatchObject({
      created: false,
      user: { age: null, version: 2 },
    })
  })

  test('a repeated PUT changes nothing', async () => {
    const first = await put(people.ADMIN, NOBODY_ID)
    expect((await put(people.ADMIN, NOBODY_ID)).user).toEqual(first.user)
  })

  test('does not change the ids that POST gives', async () => {
    await put(people.ADMIN, MAX_USER_ID as UserId)
    const next = await createUserRecord(world.as(people.ADMIN), { email: 'next@example.org' })
    expect(next.id).toBe(people.ADMIN.id + 1)
  })

  test('C3.5 is CONFLICT for a soft-deleted user, but C6.6 only if the body is valid', async () => {
    await softDelete(people.READER)
    expect(await describeOutcome(() => put(people.ADMIN, people.READER.id))).toBe('CONFLICT')
    const wrong = () => put(people.ADMIN, people.READER.id, { name: '', email: 'x@example.org' })
    expect(await describeOutcome(wrong)).toBe('BAD_USER_INPUT')
  })

  test('C6.8 the precondition sees the existing user, or that no user has the id', async () => {
    const seen: unknown[] = []
    const see = (current: User | null) => void seen.push(current?.id ?? null)
    const given = { name: 'New', email: 'new@example.org' }
    await putUser(world.as(people.ADMIN), NOBODY_ID, given, see)
    await putUser(world.as(people.ADMIN), NOBODY_ID, given, see)
    expect(seen).toEqual([null, NOBODY_ID])
  })
})
