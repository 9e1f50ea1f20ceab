import {
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type InlineFragmentNode,
  type SelectionNode,
} from 'graphql'

/** The part of a resolver's info that the walk through a selection uses. */
export type Info = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>
/** The nodes by key, at least one for each key. */
export type NodesByKey = Map<string, [FieldNode, ...FieldNode[]]>

const isIncluded = (node: SelectionNode, { variableValues }: Info): boolean =>
  getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] !== true &&
  getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] !== false

const appliesTo = (type: GraphQLObjectType, condition: string | undefined, { schema }: Info): boolean => {
  if (condition === undefined || condition === type.name) return true
  const named = schema.getType(condition)
  return isAbstractType(named) && schema.isSubType(named, type)
}

/** Collects the selected fields of a type, merged by response key as in the execution. */
class Collector {
  readonly fields: NodesByKey = new Map()
  readonly #type: GraphQLObjectType
  readonly #info: Info
  /** A second spread of a fragment selects nothing more; repeated spreads could take exponential time. */
  readonly #spread = new Set<string>()

  constructor(type: GraphQLObjectType, info: Info) {
    this.#type = type
    this.#info = info
  }

  add(nodes: readonly SelectionNode[]): void {
    for (const node of nodes) {
      if (!isIncluded(node, this.#info)) continue
      if (node.kind === Kind.FIELD) this.#addField(node)
      else if (node.kind === Kind.INLINE_FRAGMENT) this.#addFragment(node)
      else this.#addSpread(node.name.value)
    }
  }

  #addField(node: FieldNode): void {
    const key = node.alias?.value ?? node.name.value
    const before = this.fields.get(key)
    this.fields.set(key, before ? [...before, node] : [node])
  }

  #addSpread(name: string): void {
    const fragment = this.#info.fragments[name]
    if (fragment === undefined || this.#spread.has(name)) return
    this.#spread.add(name)
    this.#addFragment(fragment)
  }

  #addFragment({ typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode): void {
    if (appliesTo(this.#type, typeCondition?.name.value, this.#info)) this.add(selectionSet.selections)
  }
}

/** The fields that nodes of this type select. */
export const collectFields = (
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
  info: Info,
): NodesByKey => {
  const collector = new Collector(type, info)
  for (const node of nodes) collector.add(node.selectionSet?.selections ?? [])
  return collector.fields
}

/**
 * The fields at a path of names below the nodes, such as the nodes of a connection; empty if the document does not
 * select them.
 */
export const findNodes = (
  path: readonly string[],
  from: GraphQLNamedType,
  nodes: readonly FieldNode[],
  info: Info,
): readonly FieldNode[] => {
  const [name, ...rest] = path
  if (name === undefined) return nodes
  const field = isObjectType(from) ? from.getFields()[name] : undefined
  if (!isObjectType(from) || field === undefined) throw new Error(`${from.name} has no field ${name}`)
  const below = [...collectFields(from, nodes, info).values()].flat()
  const named = below.filter((node) => node.name.value === name)
  return findNodes(rest, getNamedType(field.type), named, info)
}

/** Whether a resolver's field selects more than `__typename`. */
export const selectsFields = (info: GraphQLResolveInfo): boolean => {
  const type = getNamedType(info.returnType)
  const fields = isObjectType(type) ? [...collectFields(type, info.fieldNodes, info).values()] : []
  return fields.some(([node]) => node.name.value !== '__typename')
}

/** Whether a field leads to several records. */
export const isList = (type: GraphQLOutputType): boolean =>
  isListType(isNonNullType(type) ? type.ofType : type)
