import { Migration } from '@mikro-orm/migrations'

/** OAuth 2.0 (C7.5): clients, and the rights that users have given them. Secrets are stored as their SHA-256. */
export class OAuth extends Migration {
  override name = '2026-11-21-oauth'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  `create table oauth_clients (
    id text primary key,
    name text not null,
    redirect_uris text[] not null,
    grants text[] not null,
    scopes text[] not null,
    secret_hash text,
    created_at timestamptz(3) not null
  )`,

  // All tokens that descend from one sign-in. A code that is presented twice can add a session that has already ended.
  `create table oauth_sessions (
    id uuid primary key,
    client_id text not null references oauth_clients on delete cascade,
    user_id integer not null references users on delete cascade,
    scopes text[] not null,
    issued_at timestamptz(3) not null,
    last_used_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    ended_at timestamptz(3)
  )`,
  'create index oauth_sessions_user on oauth_sessions (user_id, issued_at desc)',
  'create index oauth_sessions_client on oauth_sessions (client_id)',
  'create index oauth_sessions_expired on oauth_sessions (expires_at)',

  // The code names the session that it begins, without a foreign key: the session is added a moment later.
  `create table oauth_codes (
    hash text primary key,
    client_id text not null references oauth_clients on delete cascade,
    user_id integer not null references users on delete cascade,
    scopes text[] not null,
    redirect_uri text not null,
    code_challenge text not null,
    issued_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    session_id uuid
  )`,
  'create index oauth_codes_user on oauth_codes (user_id)',
  'create index oauth_codes_client on oauth_codes (client_id)',
  'create index oauth_codes_expired on oauth_codes (expires_at)',

  `create table oauth_refresh_tokens (
    hash text primary key,
    session_id uuid not null references oauth_sessions on delete cascade,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3)
  )`,
  'create index oauth_refresh_tokens_session on oauth_refresh_tokens (session_id)',

  `create table oauth_revoked_tokens (
    id text primary key,
    expires_at timestamptz(3) not null
  )`,
  'create index oauth_revoked_tokens_expired on oauth_revoked_tokens (expires_at)',

  `create table oauth_consents (
    user_id integer not null references users on delete cascade,
    client_id text not null references oauth_clients on delete cascade,
    scopes text[] not null,
    agreed_at timestamptz(3) not null,
    primary key (user_id, client_id)
  )`,
  'create index oauth_consents_client on oauth_consents (client_id)',

  // The users who are signed in on the sign-in pages.
  `create table browser_sessions (
    hash text primary key,
    user_id integer not null references users on delete cascade,
    issued_at timestamptz(3) not null,
    expires_at timestamptz(3) not null
  )`,
  'create index browser_sessions_user on browser_sessions (user_id)',
  'create index browser_sessions_expired on browser_sessions (expires_at)',
]
