import { LIST } from './rows.ts'

export const ADD_CODE = `insert into oauth_codes values (?, ?, ?, ${LIST}, ?, ?, ?, ?, null, ?)`
export const CODE = 'select * from oauth_codes where hash = ?'

/** The row's lock lets one of two through; the other finds a session there. */
export const REDEEM_CODE =
  'update oauth_codes set session_id = ? where hash = ? and session_id is null returning hash'

/** The session may not have begun yet: then a row that has ended already takes its place, and it never will. */
export const END_SESSION_OF_CODE = `insert into oauth_sessions
  select session_id, client_id, user_id, scopes, issued_at, ?, ?, ? from oauth_codes
  where hash = ? and session_id is not null
  on conflict (id) do update set ended_at = coalesce(oauth_sessions.ended_at, excluded.ended_at) returning id`

export const BEGIN_SESSION = `insert into oauth_sessions values (?, ?, ?, ${LIST}, ?, ?, ?, null, ?)
  on conflict (id) do nothing returning id`

export const ADD_REFRESH_TOKEN = 'insert into oauth_refresh_tokens values (?, ?, ?, null) returning hash'

export const REFRESH_TOKEN = `select oauth_refresh_tokens.hash, oauth_refresh_tokens.session_id,
  oauth_refresh_tokens.expires_at, oauth_refresh_tokens.used_at, oauth_sessions.client_id, oauth_sessions.user_id,
  oauth_sessions.scopes, oauth_sessions.issued_at, oauth_sessions.signed_in_at, oauth_sessions.ended_at
  from oauth_refresh_tokens join oauth_sessions on oauth_sessions.id = session_id where hash = ?`

/** As REDEEM_CODE: the row's lock decides. */
export const USE_REFRESH_TOKEN = `update oauth_refresh_tokens set used_at = ? from oauth_sessions
  where hash = ? and used_at is null and oauth_sessions.id = session_id and ended_at is null returning hash`

export const PROLONG_SESSION =
  'update oauth_sessions set last_used_at = ?, expires_at = ? where id = ? returning id'

export const END_SESSION =
  'update oauth_sessions set ended_at = coalesce(ended_at, ?) where id = ? returning id'

export const END_SESSION_OF_TOKEN = `update oauth_sessions set ended_at = coalesce(ended_at, ?)
  where id = (select session_id from oauth_refresh_tokens where hash = ?) returning id`

export const REVOKE_TOKEN =
  'insert into oauth_revoked_tokens values (?, ?) on conflict do nothing returning id'

/** A session that is not there has gone with its client or its user. */
export const REVOKED = `select 1 from oauth_revoked_tokens where id = ?
  union all select 1 from (select ?::uuid as id) named
    where id is not null and not exists (select from oauth_sessions s where s.id = named.id and ended_at is null)`
