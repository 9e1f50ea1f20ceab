import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

export const WEBHOOK_DELIVERY: TypePlan<'webhookDeliveries'> = {
  from: 'webhookDeliveries',
  fields: {
    id: own('id'),
    webhookId: own('webhookId'),
    eventId: own('eventId'),
    type: own('type'),
    status: own('status'),
    attempts: own('attempts'),
    nextAttemptAt: time('nextAttemptAt'),
    lastAttemptAt: time('lastAttemptAt'),
    statusCode: own('statusCode'),
    error: own('error'),
    createdAt: time('createdAt'),
  },
}
