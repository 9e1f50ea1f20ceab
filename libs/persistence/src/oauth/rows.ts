import type { GrantType, OAuthClient, SessionId, UserId } from '@content-service/domain'
import type { Grant, KnownCode, KnownRefreshToken } from '@content-service/identity'

/** A list of words as a parameter: none of ours holds a blank. */
export const LIST = "string_to_array(?, ' ')"

/** The drivers give a time as text or as a date. */
type Time = string | Date
export const timeOf = (value: Time): Date => new Date(value)

export interface ClientRow {
  readonly id: string
  readonly name: string
  readonly redirect_uris: readonly string[]
  readonly grants: readonly GrantType[]
  readonly scopes: readonly string[]
  readonly secret_hash: string | null
  readonly created_at: Time
}

export const clientOf = (row: ClientRow): OAuthClient => ({
  id: row.id,
  name: row.name,
  redirectUris: row.redirect_uris,
  grants: row.grants,
  scopes: row.scopes,
  secretHash: row.secret_hash,
  createdAt: timeOf(row.created_at),
})

/** The columns that codes and sessions share. */
export interface GrantRow {
  readonly client_id: string
  readonly user_id: UserId
  readonly scopes: readonly string[]
  readonly issued_at: Time
  readonly signed_in_at: Time | null
  readonly expires_at: Time
}

const grantOf = (row: GrantRow): Grant => ({
  clientId: row.client_id,
  userId: row.user_id,
  scopes: row.scopes,
  issuedAt: timeOf(row.issued_at),
  signedInAt: row.signed_in_at === null ? null : timeOf(row.signed_in_at),
})

export interface CodeRow extends GrantRow {
  readonly hash: string
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly session_id: SessionId | null
}

export const codeOf = (row: CodeRow): KnownCode => ({
  ...grantOf(row),
  hash: row.hash,
  redirectUri: row.redirect_uri,
  codeChallenge: row.code_challenge,
  expiresAt: timeOf(row.expires_at),
  isRedeemed: row.session_id !== null,
})

export interface RefreshTokenRow extends GrantRow {
  readonly hash: string
  readonly session_id: SessionId
  readonly used_at: Time | null
  readonly ended_at: Time | null
}

export const refreshTokenOf = (row: RefreshTokenRow): KnownRefreshToken => ({
  ...grantOf(row),
  hash: row.hash,
  sessionId: row.session_id,
  expiresAt: timeOf(row.expires_at),
  isUsed: row.used_at !== null,
  isEnded: row.ended_at !== null,
})
