import type { Caller } from './content-policy.ts'

/** Callers of one shape have the same rights, so that their reads differ only in the id of the caller. */
export const describeCaller = ({ id, client, roles, permissions, restrictedTo }: Caller): string =>
  JSON.stringify([id !== null, client !== undefined, roles, permissions, restrictedTo])

/** The caller at another time than that of the request (C15.24). */
export const askAt = (caller: Caller, now: Date): Caller => ({ ...caller, now })

/** Another caller at the time of this one. */
export const keepTime = ({ now }: Caller, other: Caller): Caller => (now ? askAt(other, now) : other)

/** The name of a user with all credentials, or of a client that acts for itself; null for all anonymous callers. */
export const nameCaller = ({ id, client }: Caller): string | null =>
  id !== null ? `user ${id}` : client !== undefined ? `client ${client}` : null
