import type { SessionId, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'

const END_SESSIONS = `update oauth_sessions set ended_at = ?
  where user_id = ? and ended_at is null and id is distinct from ?::uuid`
/** A code that nobody has exchanged yet would begin a session. */
const END_CODES = 'delete from oauth_codes where user_id = ? and session_id is null'
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
