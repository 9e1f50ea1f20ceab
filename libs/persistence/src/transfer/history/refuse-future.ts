import type { Problem } from '@content-service/domain'
import { badValue } from '@content-service/domain/internal/rules'

/** C17.10: a time at which something has happened. @throws BAD_USER_INPUT for a time that is not over. */
export const refuseFuture = (path: Problem['path'], at: unknown, now: Date): void => {
  if (at instanceof Date && at > now) throw badValue(path, 'is in the future')
}
