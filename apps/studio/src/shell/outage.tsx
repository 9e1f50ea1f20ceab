import { notifyManager, useIsFetching, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components'
import { isOutage, useSilence } from '../api/connection.ts'
import { messages } from '../language/language.ts'

/** The reads of the page that ended without an answer. */
const FAILED = {
  type: 'active',
  fetchStatus: 'idle',
  predicate: ({ state }: { readonly state: { readonly error: unknown } }) => isOutage(state.error),
} as const

const useFailed = (queries: QueryClient): boolean => {
  const cache = queries.getQueryCache()
  const subscribe = useCallback(
    (tell: () => void) => cache.subscribe(notifyManager.batchCalls(tell)),
    [cache],
  )
  return useSyncExternalStore(subscribe, () => cache.findAll(FAILED).length > 0)
}

/** Says that the service does not answer: once for all parts of a page, which keep what they show. */
export const Outage = () => {
  const queries = useQueryClient()
  const isFailed = useFailed(queries)
  const isReading = useIsFetching() > 0
  const isSilent = useSilence()
  const isTrying = isSilent && isReading
  return (
    <div className="outage">
      <div role="status">{isTrying && <p className="notice">{messages.tryingAgain}</p>}</div>
      {isFailed && !isTrying && (
        <div className="notice wrong" role="alert">
          {messages.offline}{' '}
          <Button onPress={() => void queries.refetchQueries(FAILED)}>{messages.tryAgain}</Button>
        </div>
      )}
    </div>
  )
}
