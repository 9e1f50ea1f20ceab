import type { ConnectionPage } from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { selectedAt, type PlannedType } from './plans.ts'

/** What a connection's nodes are selected with. */
export const selectedNodes = (type: PlannedType, info: GraphQLResolveInfo) =>
  selectedAt(type, ['edges', 'node'], info)

/** Null is as if absent (C5.1). */
export const connectionPage = ({
  first,
  after,
}: {
  readonly first?: number | null
  readonly after?: string | null
}): ConnectionPage => ({ first: first ?? 20, after: after ?? null })
