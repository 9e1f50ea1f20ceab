import { time } from '../reading/dates.ts'
import { own, type TypePlan } from '../reading/plan.ts'

export const OAUTH_CLIENT: TypePlan<'oauthClients'> = {
  from: 'oauthClients',
  fields: {
    id: own('id'),
    name: own('name'),
    redirectUris: own('redirectUris'),
    // The enum's names are those of RFC 6749, in capitals.
    grants: {
      reads: ['grants'],
      show: (row) => (row['grants'] as readonly string[]).map((grant) => grant.toUpperCase()),
    },
    scopes: own('scopes'),
    public: { reads: ['isPublic'], show: (row) => row['isPublic'] },
    createdAt: time('createdAt'),
  },
}
