import { noContent, okPage } from '../endpoints/answers.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { createAreaRoutes } from '../routing/route.ts'
import {
  counterSchema,
  idSchema,
  objectSchema,
  textSchema,
  timestampSchema,
} from '../schemas/schema-terms.ts'

const deadLetterSchema = objectSchema(
  { title: 'HandlerDeadLetter', description: 'An event that a handler has not handled.' },
  {
    id: idSchema('the dead letter'),
    handler: textSchema(64, 'The name of the handler.'),
    eventId: textSchema(36, 'The id of the event, the same at each attempt.', { format: 'uuid' }),
    type: textSchema(100, 'The type of the event, such as `user.created`.'),
    attempts: counterSchema('The number of attempts that the service has started.'),
    error: textSchema(500, 'The reason why the last attempt failed.'),
    createdAt: timestampSchema('The time of creation.'),
  },
)

/** C19.5: the events that handlers of the model have not handled after all attempts. */
export const handlerRoutes = createAreaRoutes({
  tag: 'Webhooks',
  variables: { id: idSchema('the dead letter') },
  endpoints: {
    'GET /api/handler-dead-letters': declareEndpoint('handlerDeadLetters', {
      summary: 'List the events that handlers have not handled',
      answer: okPage(deadLetterSchema, 'A page of dead letters of all handlers, newest first.'),
    }),
    'POST /api/handler-dead-letters/:id/retry': declareEndpoint('retryHandlerEvent', {
      summary: 'Try an event again that a handler has not handled',
      description: 'The event has the same `id`.',
      answer: noContent('The handler gets the event soon.'),
    }),
  },
})
