import type { UserId } from '@content-service/domain'
import type { SessionId } from '@content-service/domain/internal/rules'
import type {
  AuthorizationCode,
  GrantStore,
  KnownCode,
  KnownRefreshToken,
  NewSession,
  Redemption,
  RefreshToken,
  Rotation,
  RotationTimes,
} from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { columns, execute, findRow, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { endConsent, endSessionsOfClient } from './end-sessions.ts'

/** The names of the records of this store in the audit log. */
const [CODES, SESSIONS, TOKENS] = ['codes', 'sessions', 'tokens'] as const

const GRANT = ['clientId', 'userId', 'scopes', 'issuedAt', 'signedInAt'] as const
const CODE = columns('hash', 'redirectUri', 'codeChallenge', 'expiresAt', ...GRANT)
const REFRESH_TOKEN = columns('hash', 'sessionId', ...GRANT)

const clientCredential = (clientId: string): string => `client ${clientId}`

const isWritten = async (em: SqlEntityManager, statement: Sql): Promise<boolean> =>
  (await execute(em, statement)) > 0

/** If the session has not begun yet, the statement adds an ended session, so that the session can never begin. */
const endSessionOfCode = (hash: string, now: Date): Sql => sql`insert into oauth_sessions
  select session_id, client_id, user_id, scopes, issued_at, ${now}, ${now}, ${now} from oauth_codes
  where hash = ${hash} and session_id is not null
  on conflict (id) do update set ended_at = coalesce(oauth_sessions.ended_at, excluded.ended_at)`

const addRefreshToken = (em: SqlEntityManager, token: RefreshToken): Promise<number> => {
  const { hash, sessionId, expiresAt } = token
  return execute(em, insertInto('oauth_refresh_tokens', { hash, sessionId, expiresAt }))
}

/** The lock of the row lets only one of two concurrent uses succeed. */
const takeRefreshToken = (
  hash: string,
  now: Date,
): Sql => sql`update oauth_refresh_tokens set used_at = ${now}
  from oauth_sessions where hash = ${hash} and used_at is null
    and oauth_sessions.id = session_id and ended_at is null`

/** C15.3: finds a row if the token was used a moment ago, and its successor not yet. */
const findRepetition = (hash: string, successor: string, { now, repeatSeconds }: RotationTimes): Sql => sql`
  select 1 from oauth_refresh_tokens used
    join oauth_refresh_tokens next on next.hash = ${successor} and next.session_id = used.session_id
    join oauth_sessions on oauth_sessions.id = used.session_id
  where used.hash = ${hash} and next.used_at is null and ended_at is null
    and used.used_at > ${new Date(now.getTime() - repeatSeconds * 1_000)}`

const endSessionOfToken = (hash: string, now: Date): Sql => sql`update oauth_sessions
  set ended_at = coalesce(ended_at, ${now}) where id = (select session_id from oauth_refresh_tokens where hash = ${hash})`

/** Each decision is one statement on a locked row, so that of two concurrent processes only one succeeds. */
export class SqlGrantStore extends SqlStore implements GrantStore {
  nextSessionId(): SessionId {
    return uuidv7() as SessionId
  }

  async addCode(code: AuthorizationCode): Promise<void> {
    const { hash, clientId, userId, scopes, redirectUri, codeChallenge, issuedAt, expiresAt, signedInAt } =
      code
    const grant = { clientId, userId, scopes, issuedAt, signedInAt }
    const add = insertInto('oauth_codes', { hash, ...grant, redirectUri, codeChallenge, expiresAt })
    await this.session.withActor(userId, clientCredential(clientId)).write(
      CODES,
      (em) => execute(em, add),
      () => [clientId],
    )
  }

  code(hash: string): Promise<KnownCode | null> {
    return this.session.findRow(
      sql`select ${CODE}, session_id is not null as "isRedeemed" from oauth_codes where hash = ${hash}`,
    )
  }

  async redeemCode(hash: string, session: SessionId, now: Date): Promise<Redemption> {
    // The lock of the row lets only one of two concurrent uses succeed; the other use finds the session.
    const redeem = sql`update oauth_codes set session_id = ${session} where hash = ${hash} and session_id is null`
    if ((await this.session.execute(redeem)) > 0) return 'redeemed'
    return (await this.session.execute(endSessionOfCode(hash, now))) > 0 ? 'reused' : 'unknown'
  }

  begin(session: NewSession, token: RefreshToken | null, now: Date): Promise<boolean> {
    const { id, clientId, userId, scopes, issuedAt, expiresAt, signedInAt } = session
    const row = { id, clientId, userId, scopes, issuedAt, lastUsedAt: now, expiresAt, signedInAt }
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const isBegun = await isWritten(
        em,
        sql`${insertInto('oauth_sessions', row)} on conflict (id) do nothing`,
      )
      if (isBegun && token !== null) await addRefreshToken(em, token)
      return isBegun
    }
    return this.session
      .withActor(userId, clientCredential(clientId))
      .write(SESSIONS, work, (isBegun) => (isBegun ? [id] : []))
  }

  refreshToken(hash: string): Promise<KnownRefreshToken | null> {
    return this.session.findRow(sql`select ${REFRESH_TOKEN}, oauth_refresh_tokens.expires_at as "expiresAt",
        used_at is not null as "isUsed", ended_at is not null as "isEnded"
      from oauth_refresh_tokens join oauth_sessions on oauth_sessions.id = session_id where hash = ${hash}`)
  }

  rotate(hash: string, next: RefreshToken, times: RotationTimes): Promise<Rotation> {
    const { sessionId, expiresAt } = next
    const { now } = times
    const prolong = sql`update oauth_sessions set last_used_at = ${now}, expires_at = ${expiresAt} where id = ${sessionId}`
    const work = async (em: SqlEntityManager): Promise<Rotation> => {
      if (!(await isWritten(em, takeRefreshToken(hash, now)))) {
        if (await findRow(em, findRepetition(hash, next.hash, times))) return 'repeated'
        return (await isWritten(em, endSessionOfToken(hash, now))) ? 'reused' : 'unknown'
      }
      await addRefreshToken(em, next)
      await execute(em, prolong)
      return 'redeemed'
    }
    return this.session.write(SESSIONS, work, (rotation) => (rotation === 'repeated' ? [] : [sessionId]))
  }

  async endSession(id: SessionId, now: Date): Promise<void> {
    const end = sql`update oauth_sessions set ended_at = coalesce(ended_at, ${now}) where id = ${id}`
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      await endConsent(em, id)
      return isWritten(em, end)
    }
    await this.session.write(SESSIONS, work, (isEnded) => (isEnded ? [id] : []))
  }

  async endSessionsOf(user: UserId, client: string, now: Date): Promise<void> {
    const work = (em: SqlEntityManager) => endSessionsOfClient(em, { user, client, now })
    await this.session.withActor(user, 'sign-in page').write(SESSIONS, work, (ids) => ids)
  }

  async revokeToken(id: string, expiresAt: Date): Promise<void> {
    const revoke = sql`${insertInto('oauth_revoked_tokens', { id, expiresAt })} on conflict do nothing`
    await this.session.write(
      TOKENS,
      (em) => execute(em, revoke),
      () => [id],
    )
  }

  async isRevoked({ id, sessionId }: Parameters<GrantStore['isRevoked']>[0]): Promise<boolean> {
    // A missing session was deleted with its client or its user.
    const revoked = sql`select 1 from oauth_revoked_tokens where id = ${id}
      union all select 1 from (select ${sessionId}::uuid as id) named
        where id is not null and not exists (select from oauth_sessions s where s.id = named.id and ended_at is null)`
    return (await this.session.findRow(revoked)) !== null
  }
}
