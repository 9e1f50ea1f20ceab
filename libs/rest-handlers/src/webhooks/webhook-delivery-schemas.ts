import { DELIVERY_STATUSES } from '@content-service/domain'
import {
  counted,
  idOf,
  integerFrom,
  nullable,
  nullableTimestamp,
  objectOf,
  textUpTo,
  timestampOf,
  wordOf,
} from '../schema-terms.ts'

export const webhookDeliverySchema = objectOf(
  { title: 'WebhookDelivery', description: 'The delivery of one event to one webhook.' },
  {
    id: idOf('the delivery'),
    webhookId: idOf('the webhook'),
    eventId: textUpTo(36, 'The `webhook-id` header of the message, the same at each attempt.', {
      format: 'uuid',
    }),
    type: textUpTo(50, 'The type of the event, such as `article.published`; `webhook.test` for a test.'),
    status: wordOf(
      DELIVERY_STATUSES,
      'PENDING: the service will send the event, for the first time or again. DELIVERED: the receiver responded with a 2xx status. WITHHELD: the owner of the webhook may not read the record. DEAD: the service gave up.',
    ),
    attempts: counted('The number of attempts that the service has started.'),
    nextAttemptAt: nullableTimestamp('The time of the next attempt; null if there is no further attempt.'),
    lastAttemptAt: nullableTimestamp('The time at which the last attempt ended; null before that.'),
    statusCode: nullable(
      integerFrom(0, 999, 'The HTTP status of the response to the last attempt; null without a response.'),
    ),
    error: nullable(textUpTo(500, 'The reason why the last attempt failed; null if it did not fail.')),
    createdAt: timestampOf('The time of creation.'),
  },
)
