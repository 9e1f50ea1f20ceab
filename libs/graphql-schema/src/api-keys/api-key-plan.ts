import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

export const API_KEY: TypePlan<'apiKeys'> = {
  from: 'apiKeys',
  fields: {
    id: own('id'),
    owner: { relation: 'owner', type: 'User' },
    name: own('name'),
    scopes: own('scopes'),
    expiresAt: time('expiresAt'),
    createdAt: time('createdAt'),
    lastUsedAt: time('lastUsedAt'),
  },
}
