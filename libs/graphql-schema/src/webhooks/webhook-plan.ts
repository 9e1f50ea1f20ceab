import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

export const WEBHOOK: TypePlan<'webhooks'> = {
  from: 'webhooks',
  fields: {
    id: own('id'),
    url: own('url'),
    events: own('events'),
    enabled: own('enabled'),
    createdAt: time('createdAt'),
    version: own('version'),
  },
}
