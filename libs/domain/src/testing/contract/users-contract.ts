import { and, not, where, type Condition } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import { Article } from '../../articles/article.ts'
import { GHOST } from '../../users/ghost.ts'
import { type User } from '../../users/user.ts'
import { GHOST_ID, MAX_USER_ID, type UserId } from '../../rules/ids.ts'
import { aComment, anArticle, aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

/** The contract of every store of users. */
export const usersContract = (world: ContractWorld): void => {
  describe('users', () => {
    it('contains the ghost from the beginning', async () => {
      expect(await world.stores.users.get(GHOST_ID)).toEqual(GHOST)
    })

    it('returns the stored user', async () => {
      expect(await world.stores.users.get(world.ada.id)).toEqual(world.ada)
    })

    it.each(['username', 'email'] as const)(
      'C3.1 refuses a %s that is taken, without regard to case',
      async (field) => {
        const other = { ...aUser('somebody-else'), [field]: world.ada[field].toUpperCase() }
        await expect(world.stores.users.add(other, null)).rejects.toMatchObject({
          code: 'CONFLICT',
          problems: [{ path: [field] }],
        })
      },
    )

    it('C3.1 refuses to rename a user to a taken username', async () => {
      const eve = await world.stores.users.add(aUser('eve'), null)
      const rename = world.stores.users.change(eve.id, (current) => ({ ...current, username: 'ADA' }))
      await expect(rename).rejects.toMatchObject({ code: 'CONFLICT' })
      expect((await world.stores.users.get(eve.id))?.username).toBe('eve')
    })

    it('C6.5 never moves the sequence to an id that a client chose, and skips taken ids', async () => {
      const before = await world.stores.users.add(aUser('before'), null)
      const chosen = (before.id + 2) as UserId
      expect((await world.stores.users.addAt(MAX_USER_ID as UserId, aUser('last')))?.id).toBe(MAX_USER_ID)
      expect((await world.stores.users.addAt(chosen, aUser('chosen')))?.id).toBe(chosen)
      const next = [
        await world.stores.users.add(aUser('next-1'), null),
        await world.stores.users.add(aUser('next-2'), null),
      ]
      expect(next.map(({ id }) => id)).toEqual([before.id + 1, before.id + 3])
    })

    it('C6.5 does not replace a user by addAt', async () => {
      expect(await world.stores.users.addAt(world.ada.id, aUser('usurper'))).toBeNull()
      expect((await world.stores.users.get(world.ada.id))?.username).toBe('ada')
    })

    it('C5.12 adds all users or none, and names the conflicting user', async () => {
      const list = [aUser('bulk-1'), aUser('bulk-2'), aUser('Ada')].map((user) => ({
        user,
        passwordHash: 'x',
      }))
      const adding = world.stores.users.addAll(list)
      await expect(adding).rejects.toMatchObject({
        code: 'CONFLICT',
        problems: [{ path: [2, 'username'] }],
      })
      expect(await world.stores.users.freeUsername(['bulk-1'])).toBe('bulk-1')
      expect((await world.stores.users.addAll(list.slice(0, 2))).map(({ username }) => username)).toEqual([
        'bulk-1',
        'bulk-2',
      ])
    })

    it('C3.3 finds the first free username', async () => {
      expect(await world.stores.users.freeUsername(['ADA', 'ada', 'ada-2'])).toBe('ada-2')
    })

    it('C3.4 recognizes the last administrator', async () => {
      const [first, second] = [
        await world.stores.users.add(aUser('root-1', 'ADMIN'), null),
        await world.stores.users.add(aUser('root-2', 'ADMIN'), null),
      ]
      const facts: boolean[] = []
      const demote = (current: User, { isLastAdministrator }: { isLastAdministrator: boolean }): User => {
        facts.push(isLastAdministrator)
        return { ...current, roles: ['READER'] }
      }
      await world.stores.users.change(first.id, demote)
      await world.stores.users.change(second.id, demote)
      expect(facts).toEqual([false, true])
    })

    it('C12.3 stores a list of roles in its order, and finds users by their roles', async () => {
      const { users, reader } = world.stores
      const added = await users.add({ ...aUser('roled'), roles: ['JUDGE', 'EDITOR'] }, null)
      expect((await users.get(added.id))?.roles).toEqual(['JUDGE', 'EDITOR'])
      await users.change(added.id, (current) => ({ ...current, roles: [], permissions: ['judges:judge'] }))
      expect((await users.get(added.id))?.roles).toEqual([])
      await users.change(added.id, (current) => ({ ...current, roles: ['JUDGE'] }))
      const found = (condition: Condition) => reader.count('users', condition, 10)
      const roles = where<User>().roles
      expect(await found(roles.contains('JUDGE'))).toBe(1)
      expect(await found(and(roles.contains('JUDGE'), not(roles.contains('EDITOR'))))).toBe(1)
      expect(await found(and(roles.contains('JUDGE'), roles.contains('EDITOR')))).toBe(0)
    })

    it('C12.3 lists the roles and permissions that users have', async () => {
      const { users } = world.stores
      const held = { roles: ['GONE', 'AUTHOR'], permissions: ['gone:do'] }
      await users.add({ ...aUser('holder'), ...held }, null)
      const { roles, permissions } = await users.heldRights()
      expect(roles).toEqual([...new Set(roles)].toSorted())
      expect(roles).toEqual(expect.arrayContaining(['AUTHOR', 'GONE', 'GUEST']))
      expect(permissions).toEqual(expect.arrayContaining(['gone:do']))
    })

    it('writes nothing if the decision throws', async () => {
      const refusing = world.stores.users.change(world.ada.id, () => {
        throw new Error('no')
      })
      await expect(refusing).rejects.toThrow('no')
      expect(await world.stores.users.get(world.ada.id)).toEqual(world.ada)
    })

    it('returns null and false for an unknown user', async () => {
      const nobody = 1_999_999_999 as UserId
      expect(await world.stores.users.get(nobody)).toBeNull()
      expect(await world.stores.users.change(nobody, (current) => current)).toBeNull()
      expect(await world.stores.users.remove(nobody, () => undefined)).toBe(false)
    })

    it('C3.5 gives articles and comments of a removed user to the ghost, and removes likes and follows', async () => {
      const bob = await world.stores.users.add(aUser('bob', 'AUTHOR'), 'x')
      const mine = await world.stores.records(Article).add(anArticle(world.stores, bob.id))
      const liked = await world.add('Liked by Bob')
      await world.stores.records(Article).like(liked.id, { user: bob.id, at: NOON })
      await world.stores.users.follow(bob.id, world.ada.id, NOON)
      const comment = await world.stores.comments.add(aComment(world.stores, liked, bob.id), () => undefined)
      expect(await world.stores.users.remove(bob.id, () => undefined)).toBe(true)
      expect((await world.stores.records(Article).get(mine.id))?.ownerId).toBe(GHOST_ID)
      expect((await world.stores.records(Article).get(liked.id))?.likes).toBe(0)
      expect(comment && (await world.stores.comments.get(comment.id))?.authorId).toBe(GHOST_ID)
      expect(await world.stores.users.unfollow(bob.id, world.ada.id)).toBe(false)
    })

    it('C3.8 a user follows another user once', async () => {
      const fan = await world.stores.users.add(aUser('fan'), null)
      const twice = [
        await world.stores.users.follow(fan.id, world.ada.id, NOON),
        await world.stores.users.follow(fan.id, world.ada.id, NOON),
      ]
      expect(twice).toEqual([true, false])
    })
  })
}
