import { useSuspenseQuery } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import type { ContentModel } from '../api/model.ts'

/** The model of the service, which one request of a visit reads. */
export const MODEL_QUERY = {
  queryKey: ['model'],
  queryFn: () => take(rest.get('/api/model')),
  staleTime: Infinity,
} as const

export const useModel = (): ContentModel => useSuspenseQuery(MODEL_QUERY).data
