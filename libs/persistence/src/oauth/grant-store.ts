import type { SessionId } from '@content-service/domain'
import type {
  AuthorizationCode,
  GrantStore,
  KnownCode,
  KnownRefreshToken,
  NewSession,
  Redemption,
  RefreshToken,
} from '@content-service/identity'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import type { StoreSession } from '../store-session.ts'
import { codeOf, refreshTokenOf, type CodeRow, type RefreshTokenRow } from './rows.ts'
import { endConsentOf } from './end-sessions.ts'
import * as sql from './grant-statements.ts'

/** What the audit log calls the records of this store. */
const [CODES, SESSIONS, TOKENS] = ['codes', 'sessions', 'tokens'] as const

const clientCredential = (clientId: string): string => `client ${clientId}`

/** Whether the statement has written, or found, anything. */
const touches = async (
  em: SqlEntityManager,
  statement: string,
  values: readonly unknown[],
): Promise<boolean> => (await em.execute<unknown[]>(statement, [...values])).length > 0

/** Each decision is one statement on a locked row: two processes that race come to two different answers. */
export class SqlGrantStore implements GrantStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextSessionId(): SessionId {
    return uuidv7() as SessionId
  }

  async addCode(code: AuthorizationCode): Promise<void> {
    const { hash, clientId, userId, scopes, redirectUri, codeChallenge, issuedAt, expiresAt, signedInAt } =
      code
    const granted = [clientId, userId, scopes.join(' ')]
    const values = [hash, ...granted, redirectUri, codeChallenge, issuedAt, expiresAt, signedInAt]
    await this.#session.by(userId, clientCredential(clientId)).write(
      CODES,
      (em) => touches(em, sql.ADD_CODE, values),
      () => [clientId],
    )
  }

  async code(hash: string): Promise<KnownCode | null> {
    const [row] = await this.#session.run((em) => em.execute<CodeRow[]>(sql.CODE, [hash]))
    return row ? codeOf(row) : null
  }

  async redeemCode(hash: string, session: SessionId, now: Date): Promise<Redemption> {
    if (await this.#touches(sql.REDEEM_CODE, [session, hash])) return 'redeemed'
    return (await this.#touches(sql.END_SESSION_OF_CODE, [now, now, now, hash])) ? 'reused' : 'unknown'
  }

  begin(session: NewSession, token: RefreshToken | null, now: Date): Promise<boolean> {
    const { id, clientId, userId, scopes, issuedAt, expiresAt, signedInAt } = session
    const values = [id, clientId, userId, scopes.join(' '), issuedAt, now, expiresAt, signedInAt]
    const work = async (em: SqlEntityManager): Promise<boolean> => {
      const begun = await touches(em, sql.BEGIN_SESSION, values)
      if (begun && token !== null) await addRefreshToken(em, token)
      return begun
    }
    return this.#session
      .by(userId, clientCredential(clientId))
      .write(SESSIONS, work, (begun) => (begun ? [id] : []))
  }

  async refreshToken(hash: string): Promise<KnownRefreshToken | null> {
    const [row] = await this.#session.run((em) => em.execute<RefreshTokenRow[]>(sql.REFRESH_TOKEN, [hash]))
    return row ? refreshTokenOf(row) : null
  }

  rotate(hash: string, next: RefreshToken, now: Date): Promise<Redemption> {
    const work = async (em: SqlEntityManager): Promise<Redemption> => {
      if (!(await touches(em, sql.USE_REFRESH_TOKEN, [now, hash])))
        return (await touches(em, sql.END_SESSION_OF_TOKEN, [now, hash])) ? 'reused' : 'unknown'
      await addRefreshToken(em, next)
      await touches(em, sql.PROLONG_SESSION, [now, next.expiresAt, next.sessionId])
      return 'redeemed'
    }
    return this.#session.write(SESSIONS, work, () => [next.sessionId])
  }

  async endSession(id: SessionId, now: Date): Promise<void> {
    await this.#session.write(
      SESSIONS,
      async (em) => {
        await endConsentOf(em, id)
        return touches(em, sql.END_SESSION, [now, id])
      },
      (ended) => (ended ? [id] : []),
    )
  }

  async revokeToken(id: string, expiresAt: Date): Promise<void> {
    await this.#session.write(
      TOKENS,
      (em) => touches(em, sql.REVOKE_TOKEN, [id, expiresAt]),
      () => [id],
    )
  }

  isRevoked({ id, sessionId }: Parameters<GrantStore['isRevoked']>[0]): Promise<boolean> {
    return this.#touches(sql.REVOKED, [id, sessionId])
  }

  #touches(statement: string, values: readonly unknown[]): Promise<boolean> {
    return this.#session.run((em) => touches(em, statement, values))
  }
}

const addRefreshToken = (
  em: SqlEntityManager,
  { hash, sessionId, expiresAt }: RefreshToken,
): Promise<boolean> => touches(em, sql.ADD_REFRESH_TOKEN, [hash, sessionId, expiresAt])
