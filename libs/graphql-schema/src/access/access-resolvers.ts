import { explainAccess } from '@content-service/domain'
import type { RootResolvers } from '../resolvers.ts'

export const accessQueries: RootResolvers = {
  explainAccess: (_, { permission, id, userId }, context) =>
    explainAccess(context, { permission, id: id ?? undefined, userId: userId ?? undefined }),
}
