import { AUDIT_FILTERS, parseAuditFilters, type AuditFilters } from '@content-service/domain/internal/audit'
import { cursorParameters } from '../lists/cursor-page.ts'
import { refuseAsParameter, requirePlus } from '../lists/read-list-input.ts'
import { pageParameters } from '../requests/paging.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { textSchema } from '../schemas/schema-terms.ts'

const time = (description: string) => ({
  schema: textSchema(AUDIT_FILTERS.from, `${description} An RFC 3339 timestamp.`, {
    format: 'date-time',
    examples: ['2026-11-20T09:08:00.000Z'],
  }),
})

const text = (name: keyof AuditFilters, description: string, example: string) => ({
  schema: textSchema(AUDIT_FILTERS[name], description, { minLength: 1, examples: [example] }),
})

/** C19.5: the parameters of the audit log. */
export const auditParameters = {
  ...pageParameters,
  ...cursorParameters,
  actorId: text('actorId', 'The id of the user who acted.', '7'),
  resource: text('resource', 'The kind of record.', 'users'),
  resourceId: text('resourceId', 'The id of the record.', '018f7d3e-7c2b-7000-8000-000000000001'),
  action: text('action', 'The name of the operation in the GraphQL interface.', 'updateUser'),
  from: time('The first time, inclusive.'),
  to: time('The last time, inclusive.'),
} as const satisfies QueryParameters

/** @throws BAD_REQUEST. */
export const parseAuditParameters = (given: AuditFilters): AuditFilters => {
  for (const name of ['from', 'to'] as const) requirePlus(name, given[name] ?? '')
  try {
    parseAuditFilters(given)
  } catch (error) {
    refuseAsParameter(error)
  }
  return given
}
