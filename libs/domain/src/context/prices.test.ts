import { beforeEach, describe, expect, test } from 'vitest'
import { changePassword, inviteUser, requestPasswordReset } from '../accounts/account-operations.ts'
import { chargePasswordHashes } from '../accounts/charge-password-hashes.ts'
import { RateLimited } from '../rules/errors.ts'
import { connectSearch } from '../search/search-connection.ts'
import { findBestMatch } from '../search/search-operations.ts'
import { RIGHT_PASSWORD } from '../testing/builders.ts'
import { aWorld, type World } from '../testing/world.ts'
import { runAudited } from '../audit/run-audited.ts'
import { bulkCreateUsers, createUser } from '../users/sign-up/account-creation.ts'
import { searchUsers } from '../users/user-search.ts'
import type { User } from '../users/user.ts'
import type { Context } from './context.ts'
import { UNLIMITED_QUOTA, type Quota } from './quota.ts'
import { createWordCharge } from './written-words.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})

const NOTHING = { fields: [], one: {}, many: {} }
const EVERY_TYPE = { ARTICLE: NOTHING, USER: NOTHING, COMMENT: NOTHING, PRODUCT: NOTHING }
const account = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password: 'a good long password',
})

const as = (caller: User | null, quota: Quota): Context => {
  const context = world.as(caller)
  return { ...context, quota, passwords: chargePasswordHashes(context.passwords, quota) }
}

/** The quota that an operation charges, and the number of sign-ups that it counts. */
const measurePrice = async (caller: User | null, run: (context: Context) => Promise<unknown>) => {
  let [requests, signUps] = [0, 0]
  const quota: Quota = {
    charge: async (more) => void (requests += more),
    addWords: createWordCharge(async (more) => void (requests += more)),
    admitSignUp: async () => void (signUps += 1),
    admitGuestRecord: async () => async () => undefined,
  }
  await run(as(caller, quota))
  return [requests, signUps]
}

describe('C12.12 prices', () => {
  test('a search costs 1, for all of its fields together', async () => {
    await world.article(world.people.AUTHOR, 'PUBLISHED', { title: 'Kettles' })
    const page = { first: 2, after: null }
    const request = { query: 'kettles', types: undefined }
    expect([
      await measurePrice(null, (context) => findBestMatch(context, 'kettles')),
      await measurePrice(null, (context) =>
        connectSearch(context, request, page, {
          select: EVERY_TYPE,
          withSnippets: false,
          show: (_, row) => row,
        }),
      ),
      await measurePrice(null, (context) => searchUsers(context, { keyword: 'a', filter: {} }, NOTHING)),
    ]).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ])
  })

  test('a sign-up costs 1 for its hash, its mail and itself; an account by an administrator costs its hash', async () => {
    const { ADMIN, READER } = world.people
    expect(await measurePrice(null, (context) => createUser(context, account('one')))).toEqual([3, 1])
    expect(await measurePrice(READER, (context) => createUser(context, account('two')))).toEqual([3, 1])
    expect(await measurePrice(ADMIN, (context) => createUser(context, account('three')))).toEqual([1, 0])
  })

  test('a list of 200 users costs 200, before the service hashes a password', async () => {
    const list = Array.from({ length: 200 }, (_, place) => account(`user-${place}`))
    expect(await measurePrice(world.people.ADMIN, (context) => bulkCreateUsers(context, list))).toEqual([
      200, 0,
    ])
    const tooMuch: Quota = {
      ...UNLIMITED_QUOTA,
      charge: () => Promise.reject(new RateLimited('too much', 1)),
    }
    const context = as(world.people.ADMIN, tooMuch)
    context.passwords.hash = () => expect.unreachable()
    await expect(bulkCreateUsers(context, [account('last')])).rejects.toThrow('too much')
    expect(await world.stores.accounts.byEmail('last@example.org')).toBeNull()
  })

  test('a mail costs 1, with and without an account', async () => {
    const reset = (email: string) => (context: Context) => requestPasswordReset(context, { email })
    const invite = (context: Context) => inviteUser(context, { email: 'new@example.org' })
    expect([
      await measurePrice(null, reset('ada@example.org')),
      await measurePrice(null, reset('nobody@example.org')),
      await measurePrice(world.people.ADMIN, invite),
    ]).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ])
  })

  test('C15.12 the words that one request writes cost 1 per begun 1,000, beyond the first 1,000', async () => {
    const words = (count: number): string => Array.from({ length: count }, () => 'word').join(', ')
    const write = (...inputs: readonly unknown[]) =>
      measurePrice(world.people.READER, async (context) => {
        for (const written of inputs)
          await runAudited(context, { action: 'createComment', written }, () => undefined)
      })
    const id = '00000000-0000-7000-8000-000000000000'
    expect([
      await write({ content: words(1_000) }),
      await write({ content: words(1_001) }),
      await write({ content: words(2_001) }),
      await write({ content: words(600) }, { input: { title: words(200), tags: ['one', 'two words'] } }),
      await write({ content: words(600) }, { content: words(600) }, { content: words(600) }),
      await write({ ids: Array.from({ length: 400 }, () => id), ref: words(999), isDraft: true, at: 7 }),
      await write({ content: 'привет_мир '.repeat(600) }),
    ]).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 0],
      [1, 0],
      [0, 0],
      [1, 0],
    ])
  })

  test('a change of a password costs two hashes', async () => {
    const change = { current: RIGHT_PASSWORD, next: 'four grey wandering geese' }
    expect(await measurePrice(world.people.READER, (context) => changePassword(context, change))).toEqual([
      2, 0,
    ])
  })
})
