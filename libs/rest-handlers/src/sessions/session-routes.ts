import { OPERATIONS, unconditional } from '@content-service/domain'
import { endUserSession } from '@content-service/domain/internal/sessions'
import { parseSessionId, parseUserId } from '@content-service/domain/internal/rules'
import { Type } from 'typebox'
import { okList, noContent } from '../endpoints/answers.ts'
import { createEmptyResponse, createJsonResponse, type RestHandler } from '../protocol/http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import { createRepresentation } from '../representations/representation.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { userNumber } from '../users/user-schemas.ts'
import { idSchema, objectSchema, textSchema, timestampSchema } from '../schemas/schema-terms.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'

const sessionSchema = objectSchema(
  { title: 'Session', description: 'A session of a client that acts for you with OAuth 2.0.' },
  {
    id: idSchema('the session'),
    clientId: textSchema(200, 'The `client_id` of the client.'),
    clientName: textSchema(200, 'The name of the client.'),
    scopes: Type.Array(textSchema(100, 'A permission.'), {
      maxItems: 100,
      description: 'The permissions that the client may use for you.',
    }),
    createdAt: timestampSchema('The time at which you signed in.'),
    lastUsedAt: timestampSchema('The time at which the client last renewed its tokens.'),
    expiresAt: timestampSchema('The time at which the session ends unless the client renews it.'),
  },
)

const SESSION = createRepresentation(sessionSchema)

const ownRoutes = createAreaRoutes({
  tag: 'Own account',
  variables: { id: idSchema('the session') },
  endpoints: {
    'GET /api/me/sessions': declareEndpoint('sessions', {
      summary: 'List the clients that act for you',
      answer: okList(sessionSchema, 'The sessions, newest first.', 10_000),
    }),
    'DELETE /api/me/sessions': declareEndpoint('signOutEverywhere', {
      summary: 'Sign out everywhere',
      description: 'Ends all your sessions, including the current session. API keys stay valid.',
      answer: noContent('All sessions have ended.'),
      isSecret: true,
    }),
    'DELETE /api/me/sessions/:id': declareEndpoint('endSession', {
      summary: 'End a session',
      answer: noContent('The session has ended.'),
    }),
  },
})

const listSessions: RestHandler = async (request, context, { id = '' }) => {
  readParameters(request.query, NO_PARAMETERS)
  const call = { id: '', input: { userId: id }, precondition: unconditional }
  const sessions = await OPERATIONS.userSessions.run(context, call)
  return createJsonResponse(200, sessions.map(SESSION.present))
}

const endSession: RestHandler = async (_, context, { id = '', session = '' }) => {
  await endUserSession(context, parseSessionId(session), parseUserId(id))
  return createEmptyResponse(204)
}

/** C19.5: the sessions of other users. */
const userRoutes = createAreaRoutes({
  tag: 'Users',
  variables: { id: userNumber, session: idSchema('the session') },
  endpoints: {
    'GET /api/users/:id/sessions': {
      handler: listSessions,
      operation: 'userSessions',
      summary: 'List the clients that act for a user',
      access: 'users:write',
      answers: [okList(sessionSchema, 'The sessions, newest first.', 10_000)],
    },
    'DELETE /api/users/:id/sessions/:session': {
      handler: endSession,
      operation: 'endUserSession',
      summary: 'End a session of a user',
      description: 'Needs every permission of the user.',
      access: 'users:write',
      answers: [noContent('The session has ended.')],
    },
  },
})

export const sessionRoutes: readonly Route[] = [...ownRoutes, ...userRoutes]
