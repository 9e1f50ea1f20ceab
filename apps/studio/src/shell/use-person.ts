import { useQuery } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'

/** The account of the person who is signed in. */
export const PERSON_QUERY = {
  queryKey: ['me'],
  queryFn: () => take(rest.get('/api/me')),
  staleTime: Infinity,
} as const

/** The id of the person who is signed in; null until it is known. */
export const usePerson = (): string | null => {
  const { data } = useQuery(PERSON_QUERY)
  return data === undefined ? null : String(data.id)
}
