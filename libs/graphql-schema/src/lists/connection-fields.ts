import type { Row } from '@content-service/domain'
import type { Connection } from '@content-service/domain/reading'
import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'
import { toNode } from '../reading/joined-nodes.ts'
import { toFieldName } from '../arguments/read-list-input.ts'

/** The records of the edges of a connection. */
export const listNodes = ({ edges }: Connection): readonly Row[] => edges.map(({ node }) => toNode(node))

export const resolveNodes: GraphQLFieldResolver<Connection, unknown> = listNodes

const resolveCounts: GraphQLFieldResolver<Connection, unknown, { readonly by?: string }> = (
  { countBy },
  { by = '' },
) => countBy?.(toFieldName(by))

const CONNECTION = /Connection$/

/** Attaches the resolvers of the fields of connections that are no members of them (C13.4). */
export const attachConnectionFields = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !CONNECTION.test(type.name)) continue
    const { nodes, counts } = type.getFields()
    if (nodes) nodes.resolve = resolveNodes as GraphQLFieldResolver<unknown, unknown>
    if (counts) counts.resolve = resolveCounts as GraphQLFieldResolver<unknown, unknown>
  }
}
