import type { SessionId, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

const END_SESSIONS = `update oauth_sessions set ended_at = ?
  where user_id = ? and ended_at is null and id is distinct from ?::uuid`
/** A code that nobody has exchanged yet would begin a session. */
const END_CODES = 'delete from oauth_codes where user_id = ? and session_id is null'
const END_SESSIONS_OF_CLIENT = `update oauth_sessions set ended_at = ?
  where user_id = ? and client_id = ? and ended_at is null`
const END_CODES_OF_CLIENT =
  'delete from oauth_codes where user_id = ? and client_id = ? and session_id is null'
const END_CONSENT = `delete from oauth_consents using oauth_sessions
  where oauth_sessions.id = ? and oauth_consents.user_id = oauth_sessions.user_id
    and oauth_consents.client_id = oauth_sessions.client_id`
const SIGN_OUT = 'delete from browser_sessions where user_id = ?'

/** Ends every session of the user but the one that is kept: of clients, of codes on their way, and on the pages. */
export const endOtherSessions = async (
  em: SqlEntityManager,
  user: UserId,
  { kept, now }: { readonly kept: SessionId | null; readonly now: Date },
): Promise<void> => {
  await em.execute(END_SESSIONS, [now, user, kept], 'run')
  await em.execute(END_CODES, [user], 'run')
  await em.execute(SIGN_OUT, [user], 'run')
}

/** Ends what one client was given for the user. */
export const endSessionsOfClient = async (
  em: SqlEntityManager,
  { user, client, now }: { readonly user: UserId; readonly client: string; readonly now: Date },
): Promise<void> => {
  await em.execute(END_SESSIONS_OF_CLIENT, [now, user, client], 'run')
  await em.execute(END_CODES_OF_CLIENT, [user, client], 'run')
}

/** A session that ends takes the agreement with it: the client gets no new one without a question. */
export const endConsentOf = async (em: SqlEntityManager, session: SessionId): Promise<void> => {
  await em.execute(END_CONSENT, [session], 'run')
}
