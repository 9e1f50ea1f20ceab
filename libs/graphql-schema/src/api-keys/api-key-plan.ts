import { planTime } from '../reading/dates.ts'
import { planOwnColumn, type TypePlan } from '../reading/plan.ts'

export const API_KEY: TypePlan<'apiKeys'> = {
  from: 'apiKeys',
  fields: {
    id: planOwnColumn('id'),
    owner: { relation: 'owner', type: 'User' },
    name: planOwnColumn('name'),
    scopes: planOwnColumn('scopes'),
    expiresAt: planTime('expiresAt'),
    createdAt: planTime('createdAt'),
    lastUsedAt: planTime('lastUsedAt'),
  },
}
