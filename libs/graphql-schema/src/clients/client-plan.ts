import { planTime } from '../reading/dates.ts'
import { planOwnColumn, type TypePlan } from '../reading/plan.ts'

export const OAUTH_CLIENT: TypePlan<'oauthClients'> = {
  from: 'oauthClients',
  fields: {
    id: planOwnColumn('id'),
    name: planOwnColumn('name'),
    redirectUris: planOwnColumn('redirectUris'),
    // The enum's names are those of RFC 6749, in capitals.
    grants: {
      reads: ['grants'],
      show: (row) => (row['grants'] as readonly string[]).map((grant) => grant.toUpperCase()),
    },
    scopes: planOwnColumn('scopes'),
    public: { reads: ['isPublic'], show: (row) => row['isPublic'] },
    createdAt: planTime('createdAt'),
  },
}
