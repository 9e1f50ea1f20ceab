import type { Row, Selection } from '@content-service/domain'
import { isObjectType, type GraphQLNamedType } from 'graphql'

export const NOTHING: Selection = { fields: [] }

/** Begins the names of relations that only `nodes` of a connection selects. */
const OF_NODES = '@nodes'

export const hasNodes = (type: GraphQLNamedType): boolean => isObjectType(type) && 'nodes' in type.getFields()

const isEmpty = ({ fields, related = [] }: Selection): boolean => fields.length + related.length === 0

/**
 * One read for `edges { node }` and `nodes` of a connection. A document can select a relation in both with other arguments, so
 * that the relations of `nodes` have names of their own.
 */
export const joinSelections = (ofEdges: Selection, ofNodes: Selection): Selection => {
  if (isEmpty(ofEdges)) return ofNodes
  if (isEmpty(ofNodes)) return ofEdges
  const renamed = (ofNodes.related ?? []).map((each) => ({ ...each, as: `${OF_NODES}${each.as}` }))
  return {
    fields: [...new Set([...ofEdges.fields, ...ofNodes.fields])],
    related: [...(ofEdges.related ?? []), ...renamed],
    omitsPartIds: true,
  }
}

/** The row of an edge as `nodes` shows it. */
export const toNode = (row: Row): Row => {
  const own = Object.entries(row).filter(([name]) => name.startsWith(OF_NODES))
  return own.length === 0
    ? row
    : { ...row, ...Object.fromEntries(own.map(([name, value]) => [name.slice(OF_NODES.length), value])) }
}
