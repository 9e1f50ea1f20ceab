import { required } from '../rules/accept.ts'
import { InvalidValue } from '../rules/errors.ts'
import type { ApiKeyId, UserId } from '../rules/ids.ts'
import { limitItems, createLineRule, quote } from '../rules/text.ts'
import { pointInTime } from '../rules/time.ts'

/** The stored part of an API key (C7.3): never the text of the key, which only its owner has. */
export interface ApiKey {
  readonly id: ApiKeyId
  readonly ownerId: UserId
  readonly name: string
  /** The permissions to which the key restricts its owner's rights. */
  readonly scopes: readonly string[]
  /** Null: the key does not expire. */
  readonly expiresAt: Date | null
  readonly createdAt: Date
  /** The service writes this time at most once a minute. */
  readonly lastUsedAt: Date | null
}

export interface NewApiKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt?: string | null | undefined
}

const createFutureRule =
  (now: Date) =>
  (text: string | null): Date | null => {
    const at = text === null ? null : pointInTime(text)
    if (at !== null && at <= now) throw new InvalidValue('must be in the future')
    return at
  }

const createScopeRule =
  (mayGrant: (scope: string) => boolean) =>
  (scopes: readonly string[]): readonly string[] => {
    if (scopes.length === 0) throw new InvalidValue('must name at least one permission')
    const beyond = limitItems(scopes).find((scope) => !mayGrant(scope))
    if (beyond !== undefined)
      throw new InvalidValue(`must be permissions that you hold; you do not hold ${quote(beyond)}`)
    return [...new Set(scopes)]
  }

/** `mayGrant` says whether the credential in use has a permission: a key cannot create a wider key (C7.3). */
export const apiKeyRules = (mayGrant: (scope: string) => boolean, now: Date) => ({
  name: required(createLineRule(100)),
  scopes: required(createScopeRule(mayGrant)),
  expiresAt: createFutureRule(now),
})
