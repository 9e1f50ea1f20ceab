import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_USER_ID, type UserId } from '../ids.ts'
import { atVersion, unconditional } from '../precondition.ts'
import { NOON } from '../testing/builders.ts'
import { aWorld, outcomeOf, refusedPaths, type World } from '../testing/world.ts'
import { GHOST_ID, USER_ROLES, type User, type UserChange, type UserRole } from './user.ts'
import {
  bulkCreateUsers,
  createUser,
  createUserRecord,
  deleteUser,
  followUser,
  putUser,
  unfollowUser,
  updateUser,
  type NewAccount,
} from './user-operations.ts'
import { readCurrentUser } from './user-reading.ts'

const NOBODY_ID = 4711 as UserId
const ANY = { fields: ['id'] }

let world: World
let people: World['people']
beforeEach(async () => {
  world = await aWorld()
  people = world.people
})

const account = (username: string, more: Partial<NewAccount> = {}): NewAccount => ({
  username,
  email: `${username}@example.org`,
  password: 'a good long password',
  ...more,
})
const closed = { settings: { allowSignUp: false } }
const signUp = (caller: User | null, more: Partial<NewAccount> = {}, settings = {}) =>
  outcomeOf(() => createUser(world.as(caller, settings), account('zoe', more)))
const update = (caller: User | null, id: UserId | null, change: UserChange) =>
  outcomeOf(() => updateUser(world.as(caller), id, change, unconditional))
const remove = (caller: User | null, id: UserId | null) =>
  outcomeOf(() => deleteUser(world.as(caller), id, unconditional))
const softDelete = (user: User) =>
  updateUser(world.as(people.ADMIN), user.id, { deleted: true }, unconditional)
const followers = () => world.stores.reader.count('follows', { op: 'and', conditions: [] }, 100)

describe('C3.4 sign-up', () => {
  test('makes a READER of anybody, and keeps only the hash of the password', async () => {
    const zoe = await createUser(world.as(null), account('zoe', { age: 36 }))
    expect(zoe).toMatchObject({
      role: 'READER',
      name: 'zoe',
      age: 36,
      createdAt: NOON,
      tokensValidFrom: NOON,
    })
    expect(JSON.stringify(zoe)).not.toContain('password')
  })

  test('is closed when the setting says so, but not for who may write users', async () => {
    expect(await signUp(null, {}, closed)).toBe('UNAUTHENTICATED')
    expect(await signUp(people.EDITOR, {}, closed)).toBe('FORBIDDEN')
    expect(await signUp(people.ADMIN, {}, closed)).toBe('DONE')
  })

  test.each(USER_ROLES.filter((role) => role !== 'READER'))('does not give %s', async (role) => {
    expect(await signUp(null, { role })).toBe('UNAUTHENTICATED')
    expect(await signUp(people.EDITOR, { role })).toBe('FORBIDDEN')
    expect(await signUp(people.ADMIN, { role })).toBe('DONE')
  })

  test('nobody grants a role above their own, whatever else they hold', async () => {
    const writer = { ...people.AUTHOR, permissions: ['users:write'] }
    expect(await signUp(writer, { role: 'EDITOR' })).toBe('FORBIDDEN')
    expect(await signUp(writer, { role: 'AUTHOR' })).toBe('DONE')
  })

  test('C7.8 says nothing about the input to who may not', async () =>
    expect(await signUp(null, { role: 'ADMIN', email: 'wrong', username: '' })).toBe('UNAUTHENTICATED'))

  test('tells every problem, also that of the password', async () => {
    const passwords = { ...world.as(null).passwords, problemWith: () => 'is too short' }
    const given = account('.', { email: 'no', age: 200 })
    const paths = await refusedPaths(() => createUser(world.as(null, { passwords }), given))
    expect(paths.toSorted()).toEqual(['age', 'email', 'password', 'username'])
  })

  test.each([{ username: 'ADA' }, { email: 'ADA@Example.ORG' }])(
    'C3.1 %j is taken, without regard to case',
    async (more) => {
      expect(await signUp(null, more)).toBe('CONFLICT')
      expect(await refusedPaths(() => createUser(world.as(null), account('zoe', more)))).toEqual(
        Object.keys(more),
      )
    },
  )

  test('C3.5 what a soft-deleted user had stays taken', async () => {
    await softDelete(people.READER)
    expect(await signUp(null, { username: people.READER.username })).toBe('CONFLICT')
    expect(await signUp(null, { email: people.READER.email })).toBe('CONFLICT')
  })
})

describe('C5.12 bulkCreateUsers', () => {
  const bulk = (caller: User | null, accounts: readonly NewAccount[], more = {}) =>
    bulkCreateUsers(world.as(caller, more), accounts)
  const many = (count: number) => Array.from({ length: count }, (_, index) => account(`user${index}`))

  test('needs users:write on others, before anything is said about the list', async () => {
    expect(await outcomeOf(() => bulk(null, many(201)))).toBe('UNAUTHENTICATED')
    expect(await outcomeOf(() => bulk(people.EDITOR, many(201)))).toBe('FORBIDDEN')
    expect(await outcomeOf(() => bulk(people.ADMIN, many(201)))).toBe('BAD_USER_INPUT')
  })

  test('takes 200, in order', async () => {
    const added = await bulk(people.ADMIN, many(200))
    expect(added.map(({ username }) => username)).toEqual(many(200).map(({ username }) => username))
  })

  test('checks the whole list before anything is hashed, and names the index', async () => {
    const hashed: string[] = []
    const passwords = {
      problemWith: () => null,
      hash: async (password: string) => {
        hashed.push(password)
        return 'a hash'
      },
    }
    const list = [account('one'), account('.', { email: 'x@example.org' }), account('two', { email: 'no' })]
    const paths = await refusedPaths(() => bulk(people.ADMIN, list, { passwords }))
    expect(paths).toEqual(['1.username', '2.email'])
    expect(hashed).toEqual([])
  })

  test.each([
    ['twice in the list', [account('one'), account('two'), account('ONE', { email: 'x@example.org' })]],
    ['taken', [account('one'), account('two'), account('ada', { email: 'x@example.org' })]],
  ])('all or nothing: a username that is %s', async (_, list) => {
    expect(await refusedPaths(() => bulk(people.ADMIN, list))).toEqual(['2.username'])
    expect(await signUp(null, { username: 'one' })).toBe('DONE')
  })

  test('hashes at most four at once', async () => {
    let running = 0
    let most = 0
    const hash = async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      return 'a hash'
    }
    await bulk(people.ADMIN, many(10), { passwords: { ...world.as(null).passwords, hash } })
    expect(most).toBe(4)
  })
})

describe('C3.3 a user made over REST', () => {
  test('gets a username from the email, made unique', async () => {
    const context = world.as(people.ADMIN)
    expect((await createUserRecord(context, { email: 'Ada@other.org' })).username).toBe('ada-2')
    expect((await createUserRecord(context, { email: 'ada@third.org', name: 'A' })).username).toBe('ada-3')
    expect((await createUserRecord(context, { email: 'ghost@other.org' })).username).toBe('ghost-2')
  })

  test('C6.2 needs users:write on others', async () => {
    const make = (caller: User | null) =>
      outcomeOf(() => createUserRecord(world.as(caller), { email: 'not an address' }))
    expect(await make(null)).toBe('UNAUTHENTICATED')
    expect(await make(people.EDITOR)).toBe('FORBIDDEN')
    expect(await make(people.ADMIN)).toBe('BAD_USER_INPUT')
  })
})

describe('C7.7 who may change whom', () => {
  test('C7.8 no credential comes first, even for an id that names nobody', async () => {
    expect(await update(null, null, {})).toBe('UNAUTHENTICATED')
    expect(await update(null, people.READER.id, {})).toBe('UNAUTHENTICATED')
  })

  test.each(['READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const)('a %s changes its own name', async (role) =>
    expect(await update(people[role], people[role].id, { name: 'New' })).toBe('DONE'),
  )

  test('a GUEST may not: it can read itself', async () =>
    expect(await update(people.GUEST, people.GUEST.id, { name: 'New' })).toBe('FORBIDDEN'))

  test.each<UserChange>([
    { role: 'ADMIN' },
    { role: 'READER' },
    { status: 'INACTIVE' },
    { status: null },
    { role: null },
  ])('not with %j: role and status are for who writes others', async (change) =>
    expect(await update(people.AUTHOR, people.AUTHOR.id, change)).toBe('FORBIDDEN'),
  )

  test('others are not there for who may not read them, and FORBIDDEN for who may', async () => {
    expect(await update(people.READER, people.AUTHOR.id, { name: '' })).toBe('NOT_FOUND')
    expect(await update(people.READER, NOBODY_ID, { name: '' })).toBe('NOT_FOUND')
    expect(await update(people.EDITOR, people.AUTHOR.id, { name: '' })).toBe('FORBIDDEN')
    expect(await update(people.EDITOR, NOBODY_ID, { name: '' })).toBe('NOT_FOUND')
    expect(await update(people.ADMIN, people.AUTHOR.id, { name: '' })).toBe('BAD_USER_INPUT')
    expect(await update(people.ADMIN, people.AUTHOR.id, { name: 'New' })).toBe('DONE')
  })

  test('extra permissions are for an ADMIN to give', async () => {
    const writer = { ...people.EDITOR, permissions: ['users:write'] }
    const change = { permissions: ['audit:read'] }
    expect(await update(writer, people.READER.id, change)).toBe('FORBIDDEN')
    expect(await update(people.ADMIN, people.READER.id, change)).toBe('DONE')
  })

  test('C3.4 nobody stands above their own role by it, nor writes who does', async () => {
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
    outcomeOf(() => updateUser(world.as(caller), id, change, atVersion(99)))

  test('permission, then the version, then the input, then what is taken', async () => {
    const { AUTHOR, READER, EDITOR, ADMIN } = people
    expect(await stale(EDITOR, READER.id, { name: '' })).toBe('FORBIDDEN')
    expect(await stale(ADMIN, READER.id, { name: '' })).toBe('CONFLICT')
    expect(await update(ADMIN, READER.id, { name: '', email: AUTHOR.email })).toBe('BAD_USER_INPUT')
    expect(await update(ADMIN, READER.id, { email: AUTHOR.email })).toBe('CONFLICT')
    expect(await update(ADMIN, ADMIN.id, { role: 'READER', name: '' })).toBe('BAD_USER_INPUT')
  })

  test('C6.8 a refused change leaves everything as it was', async () => {
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
  ])('stays, against %j', async (change) => expect(await amysChange(change)).toBe('CONFLICT'))

  test('cannot be deleted, before somebody else is one', async () => {
    expect(await remove(people.ADMIN, people.ADMIN.id)).toBe('CONFLICT')
    await update(people.ADMIN, people.EDITOR.id, { role: 'ADMIN' })
    expect(await remove(people.ADMIN, people.ADMIN.id)).toBe('DONE')
  })

  test('a suspended administrator does not stand in for it', async () => {
    await world.person('old', 'ADMIN').then(({ id }) => update(people.ADMIN, id, { status: 'SUSPENDED' }))
    expect(await amysChange({ role: 'EDITOR' })).toBe('CONFLICT')
  })
})

describe('C3.5 soft delete', () => {
  test('hides the user, and is undone by who writes others', async () => {
    const { READER, EDITOR, ADMIN } = people
    expect((await softDelete(READER)).deleted).toBe(true)
    expect(await update(EDITOR, READER.id, { name: 'X' })).toBe('NOT_FOUND')
    expect(await update(READER, READER.id, { deleted: false })).toBe('NOT_FOUND')
    expect(await readCurrentUser(world.as(READER), ANY)).toBeNull()
    expect(await update(ADMIN, READER.id, { deleted: false })).toBe('DONE')
    expect(await readCurrentUser(world.as(READER), ANY)).toEqual(expect.objectContaining({ id: READER.id }))
  })

  test('DELETE reaches it for who deletes others, and for nobody else', async () => {
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

  test('twice is NOT_FOUND, without a credential UNAUTHENTICATED', async () => {
    expect(await remove(null, people.READER.id)).toBe('UNAUTHENTICATED')
    expect(await remove(people.ADMIN, people.READER.id)).toBe('DONE')
    expect(await remove(people.ADMIN, people.READER.id)).toBe('NOT_FOUND')
    expect(await remove(people.ADMIN, null)).toBe('NOT_FOUND')
  })

  test('articles and comments stay, as the ghost’s', async () => {
    const article = await world.article(people.AUTHOR)
    const comment = await world.comment(article, people.AUTHOR)
    await remove(people.ADMIN, people.AUTHOR.id)
    expect((await world.stores.articles.get(article.id))?.ownerId).toBe(GHOST_ID)
    expect((await world.stores.comments.get(comment.id))?.authorId).toBe(GHOST_ID)
  })

  test('C6.8 a stale version refuses it', async () =>
    expect(await outcomeOf(() => deleteUser(world.as(people.ADMIN), people.READER.id, atVersion(99)))).toBe(
      'CONFLICT',
    ))
})

describe('C3.5 the ghost', () => {
  test('can be neither changed nor deleted, not even by an ADMIN', async () => {
    expect(await update(people.ADMIN, GHOST_ID, { name: 'Casper' })).toBe('FORBIDDEN')
    expect(await remove(people.ADMIN, GHOST_ID)).toBe('FORBIDDEN')
    const put = () =>
      putUser(world.as(people.ADMIN), GHOST_ID, { name: 'Casper', email: 'c@example.org' }, unconditional)
    expect(await outcomeOf(put)).toBe('FORBIDDEN')
  })

  test('is not there for who may not read others', async () => {
    expect(await update(people.READER, GHOST_ID, { name: 'Casper' })).toBe('NOT_FOUND')
    expect(await remove(people.READER, GHOST_ID)).toBe('NOT_FOUND')
  })

  test('cannot be followed', async () =>
    expect(await outcomeOf(() => followUser(world.as(people.ADMIN), GHOST_ID))).toBe('NOT_FOUND'))
})

describe('C6.5 PUT', () => {
  const put = (caller: User | null, id: UserId, given = { name: 'New', email: 'new@example.org' }) =>
    putUser(world.as(caller), id, given, unconditional)

  test('is refused before any lookup without users:write on others', async () => {
    for (const id of [people.READER.id, NOBODY_ID]) {
      expect(await outcomeOf(() => put(null, id))).toBe('UNAUTHENTICATED')
      expect(await outcomeOf(() => put(people.READER, id))).toBe('FORBIDDEN')
    }
  })

  test('creates what is not there, replaces what is, and clears a missing age', async () => {
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

  test('the same again changes nothing', async () => {
    const first = await put(people.ADMIN, NOBODY_ID)
    expect((await put(people.ADMIN, NOBODY_ID)).user).toEqual(first.user)
  })

  test('never moves the ids that POST gives', async () => {
    await put(people.ADMIN, MAX_USER_ID as UserId)
    const next = await createUserRecord(world.as(people.ADMIN), { email: 'next@example.org' })
    expect(next.id).toBe(people.ADMIN.id + 1)
  })

  test('C3.5 on a soft-deleted user it is CONFLICT, but C6.6 not before the body is right', async () => {
    await softDelete(people.READER)
    expect(await outcomeOf(() => put(people.ADMIN, people.READER.id))).toBe('CONFLICT')
    const wrong = () => put(people.ADMIN, people.READER.id, { name: '', email: 'x@example.org' })
    expect(await outcomeOf(wrong)).toBe('BAD_USER_INPUT')
  })

  test('C6.8 the precondition sees what is there, or that nothing is', async () => {
    const seen: unknown[] = []
    const see = (current: User | null) => void seen.push(current?.id ?? null)
    const given = { name: 'New', email: 'new@example.org' }
    await putUser(world.as(people.ADMIN), NOBODY_ID, given, see)
    await putUser(world.as(people.ADMIN), NOBODY_ID, given, see)
    expect(seen).toEqual([null, NOBODY_ID])
  })
})

describe('C3.8 following', () => {
  const follow = (caller: User | null, id: UserId | null) => outcomeOf(() => followUser(world.as(caller), id))
  const unfollow = (caller: User | null, id: UserId | null) =>
    outcomeOf(() => unfollowUser(world.as(caller), id))
  beforeEach(() => world.article(people.AUTHOR))

  test('is idempotent, and so is its end', async () => {
    const { READER, AUTHOR } = people
    expect(await follow(READER, AUTHOR.id)).toBe('DONE')
    expect(await follow(READER, AUTHOR.id)).toBe('DONE')
    expect(await followers()).toBe(1)
    expect(await unfollow(READER, AUTHOR.id)).toBe('DONE')
    expect(await unfollow(READER, AUTHOR.id)).toBe('DONE')
    expect(await followers()).toBe(0)
  })

  test('needs a credential first, and C7.7 more than the role GUEST', async () => {
    expect(await follow(null, null)).toBe('UNAUTHENTICATED')
    expect(await unfollow(null, null)).toBe('UNAUTHENTICATED')
    expect(await follow(people.GUEST, people.AUTHOR.id)).toBe('FORBIDDEN')
  })

  test('C7.8 who has no public profile is not there, just as nobody is', async () => {
    expect(await follow(people.READER, people.EDITOR.id)).toBe('NOT_FOUND')
    expect(await unfollow(people.READER, people.EDITOR.id)).toBe('NOT_FOUND')
    expect(await follow(people.READER, NOBODY_ID)).toBe('NOT_FOUND')
    expect(await unfollow(people.READER, NOBODY_ID)).toBe('NOT_FOUND')
    expect(await follow(people.EDITOR, people.READER.id)).toBe('DONE')
  })

  test('ends also when the profile is public no more', async () => {
    const reader = await world.person('rae')
    const comment = await world.comment(await world.article(people.AUTHOR), reader)
    await follow(people.READER, reader.id)
    await world.stores.comments.remove(comment.id, () => undefined)
    expect(await unfollow(people.READER, reader.id)).toBe('DONE')
    expect(await followers()).toBe(0)
  })

  test('C3.5 the soft-deleted cannot be followed', async () => {
    await softDelete(people.AUTHOR)
    expect(await follow(people.ADMIN, people.AUTHOR.id)).toBe('NOT_FOUND')
  })

  test('not oneself', async () => expect(await follow(people.AUTHOR, people.AUTHOR.id)).toBe('CONFLICT'))
})
