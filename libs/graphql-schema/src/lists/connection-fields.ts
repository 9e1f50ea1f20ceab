import type { Row } from '@content-service/domain'
import type { Connection } from '@content-service/domain/internal/reading'
import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql'
import { toNode } from '../reading/joined-nodes.ts'
import { toFieldName } from '../arguments/read-list-input.ts'

/** Reads a field of a connection that is no member of it. */
type ReadPage = (connection: Connection, args: Readonly<Record<string, unknown>>) => unknown

/** The records of the edges of a connection. */
const listNodes = ({ edges }: Connection): readonly Row[] => edges.map(({ node }) => toNode(node))

/** The field by which `counts(by:)` counts. */
export const readCountedField = ({ by = '' }: { readonly by?: unknown }): string => toFieldName(String(by))

const readCounts: ReadPage = ({ countBy }, args) => countBy?.(readCountedField(args))

const READERS: ReadonlyMap<unknown, ReadPage> = new Map([
  [listNodes, listNodes],
  [readCounts, readCounts],
])

/** The reader of a field that `attachConnectionFields` has attached; undefined for all other resolvers. */
export const findPageReader = (resolve: GraphQLFieldResolver<unknown, unknown>): ReadPage | undefined =>
  READERS.get(resolve)

const CONNECTION = /Connection$/

/** Attaches the resolvers of the fields of connections that are no members of them (C13.4). */
export const attachConnectionFields = (schema: GraphQLSchema): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !CONNECTION.test(type.name)) continue
    const { nodes, counts } = type.getFields()
    if (nodes) nodes.resolve = listNodes as GraphQLFieldResolver<unknown, unknown>
    if (counts) counts.resolve = readCounts as GraphQLFieldResolver<unknown, unknown>
  }
}
