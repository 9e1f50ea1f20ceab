import type { ConnectionPage } from '@content-service/domain'
import { getNamedType, type GraphQLResolveInfo } from 'graphql'
import { nodesAt } from './collected-fields.ts'
import { selectedAt } from './plans.ts'

/** What a connection's nodes are selected with. */
export const selectedNodes = (type: string, info: GraphQLResolveInfo) =>
  selectedAt(type, ['edges', 'node'], info)

/** Whether there is anything at the path below the root field. */
export const isSelected = (path: readonly string[], info: GraphQLResolveInfo): boolean =>
  nodesAt(path, getNamedType(info.returnType), info.fieldNodes, info).length > 0

/** Null is as if absent (C5.1). */
export const connectionPage = ({
  first,
  after,
}: {
  readonly first: number | null
  readonly after?: string | null | undefined
}): ConnectionPage => ({ first: first ?? 20, after: after ?? null })
