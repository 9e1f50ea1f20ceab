import { where } from '@content-service/authz'
import { describe, expect, it } from 'vitest'
import {
  EMAIL_CODES,
  createOneTimeToken,
  PASSWORD_CODES,
  type OneTimeToken,
  type TokenPurpose,
} from '../../users/credentials/one-time-token.ts'
import type { PasswordChange } from '../../users/credentials/account-store.ts'
import type { UserId } from '../../rules/ids.ts'
import { createPendingSecondFactor } from '../../second-factor/second-factor.ts'
import type { User } from '../../users/user.ts'
import { aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import { LATER, type ContractWorld } from './contract-world.ts'

const NOBODY = 2147482999 as UserId

/** The contract of every store of accounts. */
export const accountsContract = (world: ContractWorld): void => {
  const invited = async (name: string): Promise<{ readonly user: User; readonly token: OneTimeToken }> => {
    const token = createOneTimeToken('invitation', `digest for ${name}`, NOON)
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
    (await world.others.accounts.findOwner(digest, [...PASSWORD_CODES, ...EMAIL_CODES], now))?.username ??
    null

  describe('C3.8 accounts', () => {
    it('finds a user by email without regard to case, and no user by an unknown email', async () => {
      expect((await world.stores.accounts.byEmail('ADA@example.org'))?.id).toBe(world.ada.id)
      expect(await world.stores.accounts.byEmail('nobody@example.org')).toBeNull()
    })

    it('finds the owner of a token until the token expires', async () => {
      const { token } = await invited('inv-1')
      expect(await owner(token)).toBe('inv-1')
      expect(await owner(token, token.expiresAt)).toBeNull()
      expect(await owner({ ...token, digest: 'another' })).toBeNull()
    })

    it('sets a password with a token, once, and ends the earlier sessions', async () => {
      const { user, token } = await invited('inv-2')
      expect(await world.stores.accounts.setPassword(user.id, change(token))).toBe(true)
      expect((await world.others.users.get(user.id))?.tokensValidFrom).toEqual(LATER)
      expect(await owner(token)).toBeNull()
      expect(await world.stores.accounts.setPassword(user.id, change(token))).toBe(false)
    })

    it('of two concurrent uses of a token, one fails', async () => {
      const { user, token } = await invited('inv-3')
      const both = await Promise.all([
        world.stores.accounts.setPassword(user.id, change(token)),
        world.others.accounts.setPassword(user.id, change(token)),
      ])
      expect(both.toSorted()).toEqual([false, true])
    })

    it('refuses an expired token, and the token of another user', async () => {
      const { user, token } = await invited('inv-4')
      const late = change(token, { now: token.expiresAt })
      expect(await world.stores.accounts.setPassword(user.id, late)).toBe(false)
      expect(await world.stores.accounts.setPassword(world.ada.id, change(token))).toBe(false)
      expect((await world.stores.users.get(user.id))?.tokensValidFrom).toEqual(user.tokensValidFrom)
    })

    it('sets the password of a signed-in user without a token, and ends the mailed tokens', async () => {
      const { user, token } = await invited('inv-5')
      expect(await world.stores.accounts.setPassword(user.id, change())).toBe(true)
      expect(await owner(token)).toBeNull()
      expect(await world.stores.accounts.setPassword(NOBODY, change())).toBe(false)
    })

    it('adds a reset to the earlier resets if the decision allows it, which knows their times', async () => {
      const { user, token } = await invited('inv-6')
      const reset = (digest: string) => createOneTimeToken('password-reset', digest, NOON)
      const told: unknown[] = []
      const decide = (answer: boolean) => (sent: readonly Date[]) => {
        told.push(sent)
        return answer
      }
      const add = (digest: string, answer: boolean) =>
        world.stores.accounts.addToken(user.id, reset(digest), decide(answer))
      expect([await add('r1', true), await add('r2', false), await add('r3', true)]).toEqual([
        true,
        false,
        true,
      ])
      expect(told).toEqual([[], [NOON], [NOON]])
      expect([await owner(reset('r1')), await owner(reset('r2')), await owner(reset('r3'))]).toEqual([
        'inv-6',
        null,
        'inv-6',
      ])
      expect(await owner(token)).toBe('inv-6')
    })

    it('C12.4 finds a token only by its purposes', async () => {
      const { token } = await invited('inv-9')
      const { accounts } = world.others
      expect(await accounts.findOwner(token.digest, PASSWORD_CODES, NOON)).not.toBeNull()
      expect(await accounts.findOwner(token.digest, EMAIL_CODES, NOON)).toBeNull()
    })

    it('removes the tokens of a deleted user', async () => {
      const { user, token } = await invited('inv-7')
      await world.stores.users.remove(user.id, () => undefined)
      expect(await owner(token)).toBeNull()
    })

    it('removes expired tokens, and no others', async () => {
      const { token } = await invited('inv-8')
      const { expiresAt } = token
      await world.stores.accounts.purgeTokens(new Date(expiresAt.getTime() - 1))
      expect(await owner(token)).toBe('inv-8')
      await world.stores.accounts.purgeTokens(expiresAt)
      expect(await world.others.accounts.findOwner(token.digest, PASSWORD_CODES, NOON)).toBeNull()
    })
  })

  describe('C12.4 addresses', () => {
    const at = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000)
    const signedUp = (name: string, more: Partial<User> = {}) =>
      world.stores.users.add({ ...aUser(name), emailConfirmedAt: null, ...more }, null)
    const apiKeyOf = async (ownerId: UserId, createdAt: Date) => {
      const { apiKeys } = world.stores
      const id = apiKeys.nextId()
      const key = { id, ownerId, name: 'robot', scopes: [], expiresAt: null, createdAt, lastUsedAt: null }
      await apiKeys.add(key, `digest of ${id}`, () => undefined)
    }
    const secondFactorOf = (id: UserId, enabledAt: Date) =>
      world.stores.secondFactors.change(id, () => ({ ...createPendingSecondFactor(id, 'sealed'), enabledAt }))
    const keysOf = async (id: UserId): Promise<number> =>
      world.others.reader.count('apiKeys', where<{ ownerId: UserId }>().ownerId.eq(id), 10)
    const given = async (user: User, purpose: TokenPurpose, now = NOON): Promise<OneTimeToken> => {
      const token = createOneTimeToken(purpose, `${purpose} of ${user.username} at ${now.getTime()}`, now)
      await world.stores.accounts.addToken(user.id, token, () => true)
      return token
    }
    const kept = async (id: UserId) => ({
      keys: await keysOf(id),
      hasSecondFactor: (await world.others.secondFactors.get(id)) !== null,
      confirmedAt: (await world.others.users.get(id))?.emailConfirmedAt,
    })

    it('a reset by mail ends the keys and the second factor if the address is unconfirmed', async () => {
      const user = await signedUp('pre-1')
      await apiKeyOf(user.id, NOON)
      await secondFactorOf(user.id, NOON)
      const token = await given(user, 'password-reset')
      await world.stores.accounts.setPassword(user.id, change(token, { now: at(60) }))
      expect(await kept(user.id)).toEqual({ keys: 0, hasSecondFactor: false, confirmedAt: at(60) })
    })

    it('it ends keys and factors from before the confirmation, and keeps later ones', async () => {
      const user = await signedUp('pre-2', { emailConfirmedAt: at(30) })
      await apiKeyOf(user.id, NOON)
      await apiKeyOf(user.id, at(31))
      await secondFactorOf(user.id, at(32))
      const token = await given(user, 'password-reset')
      await world.stores.accounts.setPassword(user.id, change(token, { now: at(60) }))
      expect(await kept(user.id)).toEqual({ keys: 1, hasSecondFactor: true, confirmedAt: at(30) })
    })

    it('a new password of a signed-in user ends neither keys nor factors, and confirms no address', async () => {
      const user = await signedUp('pre-3')
      await apiKeyOf(user.id, NOON)
      await secondFactorOf(user.id, NOON)
      await world.stores.accounts.setPassword(user.id, change())
      expect(await kept(user.id)).toEqual({ keys: 1, hasSecondFactor: true, confirmedAt: null })
    })

    it('confirms an address with its token, once, and passes the purpose', async () => {
      const user = await signedUp('pre-4')
      const token = await given(user, 'email-confirmation')
      const use = { token: token.digest, now: at(1) }
      const confirm = () =>
        world.stores.accounts.confirmEmail(user.id, use, (current, purpose) => {
          expect(purpose).toBe('email-confirmation')
          return { ...current, emailConfirmedAt: at(1) }
        })
      expect([await confirm(), await confirm()]).toEqual([true, false])
      expect((await world.others.users.get(user.id))?.emailConfirmedAt).toEqual(at(1))
    })

    it('a new address ends every other token of the user', async () => {
      const user = await signedUp('pre-5')
      const reset = await given(user, 'password-reset')
      const token = await given(user, 'email-change')
      await world.stores.accounts.confirmEmail(user.id, { token: token.digest, now: NOON }, (current) => ({
        ...current,
        email: 'pre-5@example.net',
      }))
      expect([await owner(reset), await owner(token)]).toEqual([null, null])
      expect((await world.others.accounts.byEmail('pre-5@example.net'))?.id).toBe(user.id)
    })

    it('refuses the address of another user', async () => {
      const user = await signedUp('pre-6')
      const token = await given(user, 'email-change')
      const confirming = world.stores.accounts.confirmEmail(
        user.id,
        { token: token.digest, now: NOON },
        (current) => ({
          ...current,
          email: 'ADA@example.org',
        }),
      )
      await expect(confirming).rejects.toThrow('taken')
    })

    it('a pending address has a code, and an address that an administrator sets ends the code', async () => {
      const user = await signedUp('pre-7')
      const code = createOneTimeToken('email-change', 'code of pre-7', NOON)
      await world.stores.users.change(
        user.id,
        (current) => ({ ...current, pendingEmail: 'pre-7@example.net' }),
        code,
      )
      expect(await owner(code)).toBe('pre-7')
      await world.stores.users.change(user.id, (current) => ({ ...current, email: 'pre-7@example.com' }))
      expect(await owner(code)).toBeNull()
    })

    it('a new password removes the pending address, and the removal of its code does, too', async () => {
      const pending = { pendingEmail: 'pending@example.net' }
      const one = await signedUp('pre-8', pending)
      const other = await signedUp('pre-9', pending)
      await world.stores.accounts.setPassword(one.id, change())
      const code = await given(other, 'email-change')
      const pendingOf = async (id: UserId) => (await world.others.users.get(id))?.pendingEmail
      await world.stores.accounts.purgeTokens(NOON)
      expect([await pendingOf(one.id), await pendingOf(other.id)]).toEqual([null, 'pending@example.net'])
      await world.stores.accounts.purgeTokens(code.expiresAt)
      expect(await pendingOf(other.id)).toBeNull()
    })
  })
}
