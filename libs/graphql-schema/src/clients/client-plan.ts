import { planTime } from '../reading/dates.ts'
import { planOwnColumn, planValue, type TypePlan } from '../reading/plan.ts'

const planClient = planValue<'oauthClients'>()

export const OAUTH_CLIENT: TypePlan<'oauthClients'> = {
  from: 'oauthClients',
  fields: {
    id: planOwnColumn('id'),
    name: planOwnColumn('name'),
    redirectUris: planOwnColumn('redirectUris'),
    // The enum has the names of RFC 6749 in capitals.
    grants: planClient(['grants'], ({ grants }) => grants.map((grant) => grant.toUpperCase())),
    scopes: planOwnColumn('scopes'),
    public: planClient(['isPublic'], ({ isPublic }) => isPublic),
    createdAt: planTime('createdAt'),
  },
}
