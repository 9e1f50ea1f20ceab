import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

export const AUDIT_ENTRY: TypePlan<'auditEntries'> = {
  from: 'auditEntries',
  fields: {
    id: own('id'),
    at: time('at'),
    actor: { relation: 'actor', type: 'User' },
    credential: own('credential'),
    action: own('action'),
    resource: own('resource'),
    resourceId: own('resourceId'),
    decision: own('decision'),
    address: own('address'),
    requestId: own('requestId'),
    field: own('field'),
    reason: own('reason'),
    moreRefused: own('moreRefused'),
  },
}
