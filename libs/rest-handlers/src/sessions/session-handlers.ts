import { endSession, listSessions, sessionId } from '@content-service/domain'
import { empty, json, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'
import { createShape } from '../shape.ts'
import { sessionSchema } from './session-schemas.ts'

const { present } = createShape(sessionSchema)

export const getSessions: RestHandler = async (request, context) => {
  parametersOf(request.query, NO_PARAMETERS)
  return json(200, (await listSessions(context)).map(present))
}

export const removeSession: RestHandler = async (_request, context, { id = '' }) => {
  await endSession(context, sessionId(id))
  return empty(204)
}
