import { beforeEach, describe, expect, it } from 'vitest'
import { inviteUser } from '../../accounts/account-operations.ts'
import type { Context } from '../../context/context.ts'
import { parseUserId, type UserId } from '../../rules/ids.ts'
import { aUser } from '../../testing/builders.ts'
import { aWorld, describeOutcome, type World } from '../../testing/world.ts'
import { unconditional } from '../../context/precondition.ts'
import { createUserRecord } from '../user-operations.ts'
import { putUser } from '../user-updates.ts'
import type { User } from '../user.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})

/** Stores in which another user takes the first free name before the operation can use it. */
const outrun = (): Context => {
  const context = world.as(world.people.ADMIN)
  const { users } = context.stores
  let isFirst = true
  const freeUsername = async (candidates: Iterable<string>): Promise<string> => {
    const username = await users.freeUsername(candidates)
    if (isFirst) await users.add({ ...aUser('other'), username }, null)
    isFirst = false
    return username
  }
  const raced = new Proxy(users, {
    get: (target, name) => {
      if (name === 'freeUsername') return freeUsername
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const stores = { ...context.stores, users: raced }
  return { ...context, stores }
}

const given = { email: 'ann@example.com' }
const AT = parseUserId('9001') as UserId

describe('C3.3 a username that another request takes before the insert', () => {
  it.each<[string, (context: Context) => Promise<User>]>([
    ['POST', (context) => createUserRecord(context, given)],
    ['PUT', async (context) => (await putUser(context, AT, given, unconditional)).user],
    ['an invitation', (context) => inviteUser(context, given)],
  ])('is replaced by the next free username: %s', async (_, create) => {
    expect((await create(outrun())).username).toBe('ann-2')
  })

  it('is not confused with another conflict', async () => {
    await world.person('ann')
    const taken = () => createUserRecord(world.as(world.people.ADMIN), { email: 'ann@example.org' })
    expect(await describeOutcome(taken)).toBe('CONFLICT')
  })
})
