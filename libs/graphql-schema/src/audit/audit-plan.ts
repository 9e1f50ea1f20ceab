import { planTime } from '../reading/dates.ts'
import { planOwnColumn, type TypePlan } from '../reading/plan.ts'

export const AUDIT_ENTRY: TypePlan<'auditEntries'> = {
  from: 'auditEntries',
  fields: {
    id: planOwnColumn('id'),
    at: planTime('at'),
    actor: { relation: 'actor', type: 'User' },
    credential: planOwnColumn('credential'),
    action: planOwnColumn('action'),
    resource: planOwnColumn('resource'),
    resourceId: planOwnColumn('resourceId'),
    decision: planOwnColumn('decision'),
    address: planOwnColumn('address'),
    requestId: planOwnColumn('requestId'),
    field: planOwnColumn('field'),
    reason: planOwnColumn('reason'),
    moreRefused: planOwnColumn('moreRefused'),
  },
}
