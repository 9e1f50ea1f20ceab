import { endSession, listSessions, sessionId, timestamp, type Session } from '@content-service/domain'
import { empty, json, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'

/** An allow-list. */
const present = ({ id, clientId, clientName, scopes, createdAt, lastUsedAt, expiresAt }: Session) => ({
  id,
  clientId,
  clientName,
  scopes,
  createdAt: timestamp(createdAt),
  lastUsedAt: timestamp(lastUsedAt),
  expiresAt: timestamp(expiresAt),
})

export const getSessions: RestHandler = async (request, context) => {
  parametersOf(request.query, NO_PARAMETERS)
  return json(200, (await listSessions(context)).map(present))
}

export const removeSession: RestHandler = async (_request, context, { id = '' }) => {
  await endSession(context, sessionId(id))
  return empty(204)
}
