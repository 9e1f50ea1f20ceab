import type { UserId } from '@content-service/domain'
import type { SessionId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRows } from '../statements/sql.ts'

/** Ends the sign-ins of the user on the pages, and the unused codes, which would begin a session. */
export const endSignIns = async (em: SqlEntityManager, user: UserId): Promise<void> => {
  await execute(em, sql`delete from oauth_codes where user_id = ${user} and session_id is null`)
  await execute(em, sql`delete from browser_sessions where user_id = ${user}`)
}

/** Ends every session of the user except the kept one: of clients, of unused codes, and on the pages. */
export const endOtherSessions = async (
  em: SqlEntityManager,
  user: UserId,
  { kept, now }: { readonly kept: SessionId | null; readonly now: Date },
): Promise<void> => {
  const sessions = sql`update oauth_sessions set ended_at = ${now}
    where user_id = ${user} and ended_at is null and id is distinct from ${kept}::uuid`
  await execute(em, sessions)
  await endSignIns(em, user)
}

/** Ends the sessions of one client for the user, and returns their ids. */
export const endSessionsOfClient = async (
  em: SqlEntityManager,
  { user, client, now }: { readonly user: UserId; readonly client: string; readonly now: Date },
): Promise<readonly SessionId[]> => {
  const given = sql`user_id = ${user} and client_id = ${client}`
  const ended = await findRows(
    em,
    sql<{
      id: SessionId
    }>`update oauth_sessions set ended_at = ${now} where ${given} and ended_at is null returning id`,
  )
  await execute(em, sql`delete from oauth_codes where ${given} and session_id is null`)
  return ended.map(({ id }) => id)
}

/** The end of a session withdraws the agreement: the client gets a new session only after it has asked the user. */
export const endConsent = async (em: SqlEntityManager, session: SessionId): Promise<void> => {
  const consent = sql`delete from oauth_consents using oauth_sessions
    where oauth_sessions.id = ${session} and oauth_consents.user_id = oauth_sessions.user_id
      and oauth_consents.client_id = oauth_sessions.client_id`
  await execute(em, consent)
}
