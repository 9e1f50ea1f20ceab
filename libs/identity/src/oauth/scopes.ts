import { type Caller, type User } from '@content-service/domain'
import { ANYBODY, type ContentPolicy } from '@content-service/domain/internal/access'
import { toCaller } from '@content-service/domain/internal/users'
import { invalidScope } from '../web/oauth-error.ts'

/** RFC 6749 §3.3: words with blanks between them; null if the parameter is absent. */
export const parseScopes = (scope: string | undefined, policy: ContentPolicy): readonly string[] | null => {
  if (scope === undefined) return null
  const scopes = [...new Set(scope.split(/ +/))]
  if (!scopes.every((name) => policy.permissions.some((permission) => permission === name)))
    throw invalidScope(
      'The scope contains a name that is not a permission of this service. scopes_supported lists all permissions.',
    )
  return scopes
}

/** The permissions that the caller has, at least under conditions. */
const listPermissions = (caller: Caller, policy: ContentPolicy): readonly string[] =>
  policy.permissions.filter((permission) => policy.filter(caller, permission).kind !== 'never')

/**
 * The requested permissions, or all. @throws OAuthError invalid_scope for a permission that the caller does not have
 * (C7.5).
 */
const narrowScopes = (
  held: readonly string[],
  requested: readonly string[] | null,
  whose: string,
): readonly string[] => {
  if (requested === null) return held
  if (!requested.every((scope) => held.includes(scope)))
    throw invalidScope(
      `The scope contains more than ${whose}. Request fewer scopes, or send no scope to get all of them.`,
    )
  return requested
}

/** C7.5: by default all permissions of the user. */
export const narrowUserScopes = (user: User, requested: readonly string[] | null, policy: ContentPolicy) =>
  narrowScopes(listPermissions(toCaller(user), policy), requested, 'the permissions of the user')

/** C7.5: the scopes of a client that acts for itself. It may also request the permissions of GUEST, which any token has. */
export const narrowClientScopes = (
  own: readonly string[],
  requested: readonly string[] | null,
  policy: ContentPolicy,
) =>
  narrowScopes(
    requested === null ? own : [...own, ...listPermissions(ANYBODY, policy)],
    requested,
    'the permissions of the client',
  )

/** RFC 6749 §6: at most the granted scopes. */
export const narrowSessionScopes = (granted: readonly string[], requested: readonly string[] | null) =>
  narrowScopes(granted, requested, 'the granted scopes')
