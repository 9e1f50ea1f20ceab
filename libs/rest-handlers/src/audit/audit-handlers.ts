import { countedAuditLog } from '@content-service/domain'
import { createShape } from '../shape.ts'
import { listHandler } from '../shape-handlers.ts'
import { auditEntrySchema } from './audit-schemas.ts'

/** C12.2. */
export const getAuditLog = listHandler(createShape(auditEntrySchema), (context, { window }, select, atMost) =>
  countedAuditLog(context, window, select, atMost),
)
