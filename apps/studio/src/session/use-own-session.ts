import { useQuery } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import type { Session } from '../api/people-paths.ts'
import { readSessionId } from './session-id.ts'
import { getToken } from './session.ts'

const NONE: readonly string[] = []

/** Where the person is signed in, newest first. */
export const SESSIONS_QUERY = {
  queryKey: ['sessions'],
  queryFn: (): Promise<readonly Session[]> => take(rest.get('/api/me/sessions')),
} as const

const SESSION_ID_QUERY = {
  queryKey: ['session id'],
  queryFn: async () => readSessionId(await getToken()),
} as const

/** The id of the session of this browser; null until it is known. */
export const useOwnSession = (): string | null => useQuery(SESSION_ID_QUERY).data ?? null

/** The permissions of this session, also those that depend on the record. */
export const useScopes = (): readonly string[] => {
  const id = useOwnSession()
  const { data = [] } = useQuery(SESSIONS_QUERY)
  return data.find((session) => session.id === id)?.scopes ?? NONE
}
