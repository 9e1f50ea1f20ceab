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
