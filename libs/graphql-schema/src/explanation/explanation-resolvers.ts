import { explainAccess } from '@content-service/domain/internal/explanation'
import type { QueryResolvers } from '../contract/resolver-types.ts'

export const explanationQueries = {
  explainAccess: (_, { permission, id, userId }, context) =>
    explainAccess(context, { permission, id: id ?? undefined, userId: userId ?? undefined }),
} satisfies Partial<QueryResolvers>
