import { declareList, createFilter } from '../operations/read-operations.ts'

/** C7.10: the entries of the audit log, newest first. */
export const auditOperations = {
  auditLog: declareList({
    resource: 'audit',
    from: 'auditEntries',
    access: 'audit:read',
    orderBy: [{ by: 'id', direction: 'DESC' }],
    filter: createFilter('audit:read'),
  }),
} as const
