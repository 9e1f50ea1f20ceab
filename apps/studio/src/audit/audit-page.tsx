import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { isOutage } from '../api/connection.ts'
import { messages } from '../language/language.ts'
import { ReadError } from '../shell/notice.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { joinParts, type AuditPart, type AuditQuery } from './entries.ts'
import { readPart, writeFirst } from './read-audit-log.ts'

const useAuditLog = (query: AuditQuery) =>
  useInfiniteQuery({
    queryKey: ['audit log', query],
    queryFn: ({ pageParam }) => readPart(pageParam),
    initialPageParam: writeFirst(query),
    getNextPageParam: ({ next }: AuditPart) => next,
    placeholderData: keepPreviousData,
  })

/** C7.10: what people and programs have done, and what the service has refused. */
export const AuditPage = () => {
  const query: AuditQuery = useSearch({ from: '/audit-log' })
  const navigate = useNavigate({ from: '/audit-log' })
  const log = useAuditLog(query)
  const entries = joinParts(log.data?.pages ?? [])
  return (
    <>
      <title>{messages.auditLog}</title>
      <div className="title-row">
        <h1>{messages.auditLog}</h1>
        <span className="count">{messages.auditHelp}</span>
      </div>
      <AuditFilters
        key={JSON.stringify(query)}
        query={query}
        onChange={(changed) => void navigate({ search: { ...changed } })}
      />
      {log.error && <ReadError error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <p role="status">{messages.loading}</p>}
      {entries.length > 0 && (!log.error || isOutage(log.error)) && <AuditTable entries={entries} />}
      {log.isSuccess && entries.length === 0 && <p className="none">{messages.noMatch}</p>}
      {log.hasNextPage && (
        <Button className="more" isDisabled={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
          {log.isFetchingNextPage ? messages.loading : messages.loadMore}
        </Button>
      )}
    </>
  )
}
