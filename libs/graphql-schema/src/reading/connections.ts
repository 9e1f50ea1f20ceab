import type { ConnectionPage } from '@content-service/domain'
import type { GraphQLResolveInfo } from 'graphql'
import { plans, type PlannedType } from './plans.ts'
import { nodesAt, selectionOf } from './selection.ts'

/** What a connection's nodes are selected with. */
export const selectedNodes = (type: PlannedType, info: GraphQLResolveInfo) =>
  selectionOf(plans, type, nodesAt(['edges', 'node'], info), info)

/** Null is as if absent (C5.1). */
export const connectionPage = ({
  first,
  after,
}: {
  readonly first?: number | null
  readonly after?: string | null
}): ConnectionPage => ({ first: first ?? 20, after: after ?? null })
