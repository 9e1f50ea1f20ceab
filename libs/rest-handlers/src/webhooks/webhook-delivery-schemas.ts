import { DELIVERY_STATUSES } from '@content-service/domain/internal/webhooks'
import {
  counterSchema,
  idSchema,
  integerSchema,
  nullableSchema,
  nullableTimestampSchema,
  objectSchema,
  textSchema,
  timestampSchema,
  wordSchema,
} from '../schemas/schema-terms.ts'

export const webhookDeliverySchema = objectSchema(
  { title: 'WebhookDelivery', description: 'The delivery of one event to one webhook.' },
  {
    id: idSchema('the delivery'),
    webhookId: idSchema('the webhook'),
    eventId: textSchema(36, 'The `webhook-id` header of the message, the same at each attempt.', {
      format: 'uuid',
    }),
    type: textSchema(50, 'The type of the event, such as `user.created`; `webhook.test` for a test.'),
    status: wordSchema(
      DELIVERY_STATUSES,
      'PENDING: the service will send the event, for the first time or again. DELIVERED: the receiver responded with a 2xx status. WITHHELD: the owner of the webhook may not read the record. DEAD: the service gave up.',
    ),
    attempts: counterSchema('The number of attempts that the service has started.'),
    nextAttemptAt: nullableTimestampSchema(
      'The time of the next attempt; null if there is no further attempt.',
    ),
    lastAttemptAt: nullableTimestampSchema('The time at which the last attempt ended; null before that.'),
    statusCode: nullableSchema(
      integerSchema(0, 999, 'The HTTP status of the response to the last attempt; null without a response.'),
    ),
    error: nullableSchema(
      textSchema(500, 'The reason why the last attempt failed; null if it did not fail.'),
    ),
    createdAt: timestampSchema('The time of creation.'),
  },
)
