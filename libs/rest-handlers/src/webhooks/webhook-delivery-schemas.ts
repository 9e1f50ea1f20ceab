import { DELIVERY_STATUSES } from '@content-service/domain'
import { Type } from 'typebox'
import {
  closed,
  counted,
  idOf,
  integerFrom,
  nullable,
  nullableTimestamp,
  textUpTo,
  timestampOf,
  wordOf,
} from '../schema-terms.ts'

export const webhookDeliverySchema = Type.Object(
  {
    id: idOf('the delivery'),
    webhookId: idOf('the webhook'),
    eventId: textUpTo(36, 'The `webhook-id` that it is sent with, the same every time.', { format: 'uuid' }),
    type: textUpTo(50, 'What happened, such as `article.published`; `webhook.test` for a test.'),
    status: wordOf(
      DELIVERY_STATUSES,
      'PENDING is sent, or sent again; WITHHELD tells of what the owner may not read; DEAD was given up.',
    ),
    attempts: counted('How often it was begun.'),
    nextAttemptAt: nullableTimestamp('When it is sent again; null when it is not.'),
    lastAttemptAt: nullableTimestamp('When the last attempt ended; null before the first.'),
    statusCode: nullable(integerFrom(0, 999, 'What the last attempt was answered; null when it was not.')),
    error: nullable(textUpTo(500, 'Why the last attempt failed; null when it did not.')),
    createdAt: timestampOf('When it was made.'),
  },
  { ...closed, title: 'WebhookDelivery', description: 'One event on its way to one webhook.' },
)
