import { planTime } from '../reading/dates.ts'
import { planOwnColumn, type TypePlan } from '../reading/plan.ts'

export const WEBHOOK: TypePlan<'webhooks'> = {
  from: 'webhooks',
  fields: {
    id: planOwnColumn('id'),
    url: planOwnColumn('url'),
    events: planOwnColumn('events'),
    enabled: planOwnColumn('enabled'),
    createdAt: planTime('createdAt'),
    version: planOwnColumn('version'),
  },
}

export const WEBHOOK_DELIVERY: TypePlan<'webhookDeliveries'> = {
  from: 'webhookDeliveries',
  fields: {
    id: planOwnColumn('id'),
    webhookId: planOwnColumn('webhookId'),
    eventId: planOwnColumn('eventId'),
    type: planOwnColumn('type'),
    status: planOwnColumn('status'),
    attempts: planOwnColumn('attempts'),
    nextAttemptAt: planTime('nextAttemptAt'),
    lastAttemptAt: planTime('lastAttemptAt'),
    statusCode: planOwnColumn('statusCode'),
    error: planOwnColumn('error'),
    createdAt: planTime('createdAt'),
  },
}
