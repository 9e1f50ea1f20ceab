import type { AuditContext } from '@content-service/domain/internal/audit'
import type { NewDomainEvent } from '@content-service/domain/internal/events'
import { v7 as uuidv7 } from 'uuid'

/** The row of an event. */
export const toEventRow = ({ at, eventDepth = 0 }: AuditContext, event: NewDomainEvent) => ({
  id: uuidv7(),
  at,
  ...event,
  depth: eventDepth,
})
