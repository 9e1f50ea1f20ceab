import {
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionNode,
} from 'graphql'

/** What of a resolver's info the walk through a selection takes. */
export type Info = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>
/** At least one node stands under each key. */
export type NodesByKey = Map<string, [FieldNode, ...FieldNode[]]>

const isIncluded = (node: SelectionNode, { variableValues }: Info): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] !== true &&
  getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] !== false

const appliesTo = (type: GraphQLObjectType, condition: string | undefined, { schema }: Info): boolean => {
  if (condition === undefined || condition === type.name) return true
  const named = schema.getType(condition)
  return isAbstractType(named) && schema.isSubType(named, type)
}

/** The fields selected of an object type, merged by response key as execution will merge them. */
const collect = (
  type: GraphQLObjectType,
  nodes: readonly SelectionNode[],
  info: Info,
  into: NodesByKey,
): NodesByKey => {
  for (const node of nodes) {
    if (!isIncluded(node, info)) continue
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value
      const before = into.get(key)
      into.set(key, before ? [...before, node] : [node])
      continue
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value] : node
    if (fragment && appliesTo(type, fragment.typeCondition?.name.value, info))
      collect(type, fragment.selectionSet.selections, info, into)
  }
  return into
}

/** What the nodes, which are of this type, select of it. */
export const fieldsBelow = (type: GraphQLObjectType, nodes: readonly FieldNode[], info: Info): NodesByKey => {
  const below: NodesByKey = new Map()
  for (const node of nodes) collect(type, node.selectionSet?.selections ?? [], info, below)
  return below
}

/** The fields at a path of names below the nodes, such as the nodes of a connection; none when they are not selected. */
export const nodesAt = (
  path: readonly string[],
  from: GraphQLNamedType,
  nodes: readonly FieldNode[],
  info: Info,
): readonly FieldNode[] => {
  const [name, ...rest] = path
  if (name === undefined) return nodes
  const field = isObjectType(from) ? from.getFields()[name] : undefined
  if (!isObjectType(from) || field === undefined) throw new Error(`${from.name} has no field ${name}`)
  const below = [...fieldsBelow(from, nodes, info).values()].flat()
  const named = below.filter((node) => node.name.value === name)
  return nodesAt(rest, getNamedType(field.type), named, info)
}
