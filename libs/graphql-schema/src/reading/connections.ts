import type { Selection } from '@content-service/domain'
import { getNamedType, type GraphQLResolveInfo } from 'graphql'
import { findNodes } from './collected-fields.ts'
import { hasNodes, joinSelections, NOTHING } from './joined-nodes.ts'
import { readSelectionAt } from './plans.ts'

/** The selection of a connection's nodes: those of its edges, and its `nodes`. */
export const selectNodes = (type: string, info: GraphQLResolveInfo): Selection =>
  joinSelections(
    readSelectionAt(type, ['edges', 'node'], info),
    hasNodes(getNamedType(info.returnType)) ? readSelectionAt(type, ['nodes'], info) : NOTHING,
  )

/** Whether the document selects a field at the path below the root field. */
export const isSelected = (path: readonly string[], info: GraphQLResolveInfo): boolean =>
  findNodes(path, getNamedType(info.returnType), info.fieldNodes, info).length > 0
