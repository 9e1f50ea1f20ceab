import { OPERATIONS, unconditional } from '@content-service/domain'
import { ok, okPage } from '../endpoints/answers.ts'
import { createJsonResponse, NO_STORE, type RestHandler } from '../protocol/http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import { createAreaRoutes } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { auditParameters, parseAuditParameters } from './audit-filters.ts'
import { auditEntrySchema, statusSchema } from './audit-schemas.ts'

const getStatus: RestHandler = async (request, context) => {
  readParameters(request.query, NO_PARAMETERS)
  const call = { id: '', input: {}, precondition: unconditional }
  return createJsonResponse(200, await OPERATIONS.serviceStatus.run(context, call), NO_STORE)
}

/** C12.2, C19.5. */
export const auditRoutes = createAreaRoutes({
  tag: 'Access',
  endpoints: {
    'GET /api/status': {
      handler: getStatus,
      operation: 'serviceStatus',
      summary: 'Read the state of the service',
      description: 'The details of `/readyz`, with the settings.',
      access: 'audit:read',
      answers: [ok(statusSchema, 'The state.')],
    },
    'GET /api/audit-log': declareEndpoint('auditLog', {
      summary: 'Read the audit log',
      description: 'All writes and refused requests, newest first.',
      query: auditParameters,
      parseFilters: parseAuditParameters,
      connection: 'auditLog',
      answer: okPage(auditEntrySchema, 'A page of entries.'),
    }),
  },
})
