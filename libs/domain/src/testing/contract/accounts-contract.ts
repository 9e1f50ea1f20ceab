import { describe, expect, it } from 'vitest'
import { oneTimeToken, type OneTimeToken } from '../../accounts/one-time-token.ts'
import type { PasswordChange } from '../../accounts/account-store.ts'
import type { UserId } from '../../ids.ts'
import type { User } from '../../users/user.ts'
import { aUser, NOON } from '../builders.ts'
import { LATER, type ContractWorld } from './contract-world.ts'

const NOBODY = 2147482999 as UserId

/** What every store of accounts promises. */
export const accountsContract = (world: ContractWorld): void => {
  const invited = async (name: string): Promise<{ readonly user: User; readonly token: OneTimeToken }> => {
    const token = oneTimeToken('invitation', `digest for ${name}`, NOON)
    return { user: await world.stores.users.add(aUser(name), null, token), token }
  }
  const change = (token?: OneTimeToken, more: Partial<PasswordChange> = {}): PasswordChange => ({
    passwordHash: 'a new hash',
    now: NOON,
    tokensValidFrom: LATER,
    ...(token && { token: token.digest }),
    ...more,
  })
  const owner = async ({ digest }: OneTimeToken, now = NOON) =>
    (await world.others.accounts.ownerOf(digest, now))?.username ?? null

  describe('C3.8 accounts', () => {
    it('finds a user by email without regard to case, and nobody by another', async () => {
      expect((await world.stores.accounts.byEmail('ADA@example.org'))?.id).toBe(world.ada.id)
      expect(await world.stores.accounts.byEmail('nobody@example.org')).toBeNull()
    })

    it('knows whose token it is until it expires', async () => {
      const { token } = await invited('inv-1')
      expect(await owner(token)).toBe('inv-1')
      expect(await owner(token, token.expiresAt)).toBeNull()
      expect(await owner({ ...token, digest: 'another' })).toBeNull()
    })

    it('sets a password with a token, once, and ends the sessions from before', async () => {
      const { user, token } = await invited('inv-2')
      expect(await world.stores.accounts.setPassword(user.id, change(token))).toBe(true)
      expect((await world.others.users.get(user.id))?.tokensValidFrom).toEqual(LATER)
      expect(await owner(token)).toBeNull()
      expect(await world.stores.accounts.setPassword(user.id, change(token))).toBe(false)
    })

    it('of two that use one token at once, one is too late', async () => {
      const { user, token } = await invited('inv-3')
      const both = await Promise.all([
        world.stores.accounts.setPassword(user.id, change(token)),
        world.others.accounts.setPassword(user.id, change(token)),
      ])
      expect(both.toSorted()).toEqual([false, true])
    })

    it('sets nothing with a token that has expired or is somebody else’s', async () => {
      const { user, token } = await invited('inv-4')
      const late = change(token, { now: token.expiresAt })
      expect(await world.stores.accounts.setPassword(user.id, late)).toBe(false)
      expect(await world.stores.accounts.setPassword(world.ada.id, change(token))).toBe(false)
      expect((await world.stores.users.get(user.id))?.tokensValidFrom).toEqual(user.tokensValidFrom)
    })

    it('sets a password without a token for who is signed in, and ends the tokens that were sent', async () => {
      const { user, token } = await invited('inv-5')
      expect(await world.stores.accounts.setPassword(user.id, change())).toBe(true)
      expect(await owner(token)).toBeNull()
      expect(await world.stores.accounts.setPassword(NOBODY, change())).toBe(false)
    })

    it('replaces a token of the same purpose when that is decided, told of the one before', async () => {
      const { user, token } = await invited('inv-6')
      const reset = (digest: string) => oneTimeToken('password-reset', digest, NOON)
      const told: unknown[] = []
      const decide = (answer: boolean) => (before: unknown) => {
        told.push(before)
        return answer
      }
      const put = (digest: string, answer: boolean) =>
        world.stores.accounts.replaceToken(user.id, reset(digest), decide(answer))
      expect([await put('r1', true), await put('r2', false), await put('r3', true)]).toEqual([
        true,
        false,
        true,
      ])
      expect(told).toMatchObject([null, { createdAt: NOON }, { createdAt: NOON }])
      expect([await owner(reset('r1')), await owner(reset('r2')), await owner(reset('r3'))]).toEqual([
        null,
        null,
        'inv-6',
      ])
      expect(await owner(token)).toBe('inv-6')
    })

    it('a deleted user takes the tokens along', async () => {
      const { user, token } = await invited('inv-7')
      await world.stores.users.remove(user.id, () => undefined)
      expect(await owner(token)).toBeNull()
    })

    it('forgets tokens that have expired, and no others', async () => {
      const { token } = await invited('inv-8')
      const { expiresAt } = token
      await world.stores.accounts.purgeTokens(new Date(expiresAt.getTime() - 1))
      expect(await owner(token)).toBe('inv-8')
      await world.stores.accounts.purgeTokens(expiresAt)
      expect(await world.others.accounts.ownerOf(token.digest, NOON)).toBeNull()
    })
  })
}
