import {
  DEFAULT_LIMIT,
  createPage,
  createWindow,
  type SortDirection,
  type Window,
} from '@content-service/domain/internal/reading'
import { isObject } from '@content-service/domain/internal/rules'
import {
  getArgumentValues,
  Kind,
  type ConstValueNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type ValueNode,
} from 'graphql'

export interface PaginationInput {
  readonly page?: number | null
  readonly limit?: number | null
  readonly sortBy?: string | null
  readonly direction?: SortDirection | null
}

/**
 * C5.6: the advice to use the connection that continues a list beyond the last offset; undefined without a connection.
 */
export const adviseConnection = (type: GraphQLObjectType, field: string): string | undefined => {
  const connection = `${field}Connection`
  return connection in type.getFields() ? `read on with ${connection} instead` : undefined
}

/** The values of the arguments that a field gives by default. */
const getDefaults = ({ parentType, fieldName, fieldNodes }: GraphQLResolveInfo) => {
  const field = parentType.getFields()[fieldName] as Parameters<typeof getArgumentValues>[0]
  const [{ name }] = fieldNodes as typeof fieldNodes & readonly [(typeof fieldNodes)[number]]
  return getArgumentValues(field, { kind: Kind.FIELD, name }) as { readonly limit?: number }
}

/**
 * C5.1: `pagination` sets page and limit, and wins over the field's own `limit` and `offset`; null counts as absent.
 */
export const parseWindow = (
  info: GraphQLResolveInfo,
  pagination: PaginationInput | null | undefined,
  {
    limit,
    offset,
  }: { readonly limit?: number | null | undefined; readonly offset?: number | null | undefined },
): Window => {
  const farther = adviseConnection(info.parentType, info.fieldName)
  return pagination
    ? createPage(pagination.page ?? 1, pagination.limit ?? DEFAULT_LIMIT, farther)
    : createWindow(limit ?? getDefaults(info).limit ?? DEFAULT_LIMIT, offset ?? 0, farther)
}

/** C5.1: whether a field writes the argument: as a literal, or as a variable that is given or has a default. */
export const writesArgument = (
  { arguments: given = [] }: Pick<FieldNode, 'arguments'>,
  name: string,
  { coerced }: GraphQLResolveInfo['variableValues'],
): boolean => {
  const value = given.find((argument) => argument.name.value === name)?.value
  if (value === undefined || value.kind === Kind.NULL) return false
  if (value.kind !== Kind.VARIABLE) return true
  const variable = coerced[value.name.value]
  return variable !== undefined && variable !== null
}

/** `writesArgument` for the field of a resolver. */
export const isWritten = (name: string, { fieldNodes, variableValues }: GraphQLResolveInfo): boolean =>
  fieldNodes[0] !== undefined && writesArgument(fieldNodes[0], name, variableValues)

type VariableValues = GraphQLResolveInfo['variableValues']

/** The members of an input object in a document. A variable without a value writes nothing. */
const listMembers = (
  node: ConstValueNode | ValueNode | undefined,
  { coerced }: VariableValues,
): readonly string[] =>
  node?.kind === Kind.OBJECT
    ? node.fields.flatMap(({ name, value }) => {
        const isEmpty = value.kind === Kind.VARIABLE && (coerced[value.name.value] ?? null) === null
        return value.kind === Kind.NULL || isEmpty ? [] : [name.value]
      })
    : []

const listGiven = (value: unknown): readonly string[] =>
  isObject(value) ? Object.keys(value).filter((name) => (value[name] ?? null) !== null) : []

/** The members of `pagination` that a request writes: those that have their defaults are not among them (C13.2). */
export const listWrittenPagination = ({
  fieldNodes,
  variableValues,
}: GraphQLResolveInfo): readonly string[] => {
  const node = fieldNodes[0]?.arguments?.find(({ name }) => name.value === 'pagination')?.value
  if (node?.kind !== Kind.VARIABLE) return listMembers(node, variableValues)
  const source = variableValues.sources[node.name.value]
  return source?.value === undefined
    ? listMembers(source?.signature.default?.literal, variableValues)
    : listGiven(source.value)
}
