import type { ConnectionPage } from '@content-service/domain/reading'
import { getNamedType, type GraphQLResolveInfo } from 'graphql'
import { findNodes } from './collected-fields.ts'
import { readSelectionAt } from './plans.ts'

/** The selection of a connection's nodes. */
export const selectNodes = (type: string, info: GraphQLResolveInfo) =>
  readSelectionAt(type, ['edges', 'node'], info)

/** Whether the document selects a field at the path below the root field. */
export const isSelected = (path: readonly string[], info: GraphQLResolveInfo): boolean =>
  findNodes(path, getNamedType(info.returnType), info.fieldNodes, info).length > 0

/** Parses the arguments of a page. Null counts as absent (C5.1). */
export const parsePage = ({
  first,
  after,
}: {
  readonly first: number | null
  readonly after?: string | null | undefined
}): ConnectionPage => ({ first: first ?? 20, after: after ?? null })
