import { MOST_DEPTH, TOO_DEEP } from '@content-service/domain/internal/handlers'
import type { EventId } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'

/** C16.4: makes the runs of these events, for each handler that waits for them. An event too deep in a chain is a dead letter. */
export const insertRuns = (events: readonly EventId[], now: Date): Sql => sql`insert into handler_runs
    (id, handler, event_id, position, stream, type, status, attempts, next_attempt_at, error, created_at)
  select gen_random_uuid(), s.handler, e.id, e.position, e.resource || ' ' || e.resource_id, e.type,
    case when e.depth > ${MOST_DEPTH} then 'DEAD' else 'PENDING' end, 0, ${now},
    case when e.depth > ${MOST_DEPTH} then ${TOO_DEEP} else '' end, ${now}
  from events e join handler_subscriptions s on s.event = e.type and s.started_after < e.position
  where e.id = any(${events}::uuid[]) order by e.position`
