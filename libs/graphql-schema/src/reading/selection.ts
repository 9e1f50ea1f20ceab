import { windowOf, type RelatedSelection, type Selection, type Window } from '@content-service/domain'
import {
  getArgumentValues,
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
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type SelectionNode,
} from 'graphql'
import { isRelation, relatedKey, type RelationPlan, type TypePlan } from './plan.ts'

export type Plans = Readonly<Record<string, TypePlan>>

type Info = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>
type NodesByKey = Map<string, FieldNode[]>

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
      into.set(key, [...(into.get(key) ?? []), node])
      continue
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value] : node
    if (fragment && appliesTo(type, fragment.typeCondition?.name.value, info))
      collect(type, fragment.selectionSet.selections, info, into)
  }
  return into
}

/** The fields at a path below the root field, such as the nodes of a connection; none when they are not selected. */
export const nodesAt = (path: readonly string[], info: GraphQLResolveInfo): readonly FieldNode[] => {
  let [type, nodes] = [getNamedType(info.returnType), info.fieldNodes as readonly FieldNode[]]
  for (const name of path) {
    if (!isObjectType(type)) throw new Error(`${type.name} has no field ${name}`)
    const below: NodesByKey = new Map()
    for (const node of nodes) collect(type, node.selectionSet?.selections ?? [], info, below)
    nodes = [...below.values()].flat().filter((node) => node.name.value === name)
    type = getNamedType(type.getFields()[name]?.type as GraphQLOutputType)
  }
  return nodes
}

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type)

const windowFor = (field: GraphQLField<unknown, unknown>, node: FieldNode, info: Info): Window => {
  const { limit, offset } = getArgumentValues(field, node, info.variableValues)
  // Null is as if absent (C5.1).
  return windowOf((limit as number | null) ?? 20, (offset as number | null) ?? 0)
}

/** The window of a list field; none for a field that leads to one record. */
const listPart = (type: GraphQLObjectType, { where, orderBy }: RelationPlan, node: FieldNode, info: Info) => {
  const field = type.getFields()[node.name.value]
  if (field === undefined || !isList(field.type)) return {}
  return { window: windowFor(field, node, info), ...(where && { where }), ...(orderBy && { orderBy }) }
}

/** What the nodes select of a type, as the domain reads it: its columns and, below them, its relations. */
export const selectionOf = (
  plans: Plans,
  typeName: string,
  nodes: readonly FieldNode[],
  info: Info,
): Selection => {
  const type = info.schema.getType(typeName)
  const plan = plans[typeName]
  if (!isObjectType(type) || plan === undefined) throw new Error(`there is no plan for ${typeName}`)
  const collected: NodesByKey = new Map()
  for (const node of nodes) collect(type, node.selectionSet?.selections ?? [], info, collected)
  const fields = new Set<string>()
  const relations: RelatedSelection[] = []
  for (const [key, [first, ...others]] of collected as Map<string, [FieldNode, ...FieldNode[]]>) {
    const fieldPlan = plan.fields[first.name.value]
    if (fieldPlan === undefined) continue // __typename
    if (isRelation(fieldPlan)) {
      const select = selectionOf(plans, fieldPlan.type, [first, ...others], info)
      relations.push({
        as: relatedKey(key),
        relation: fieldPlan.relation,
        select,
        ...listPart(type, fieldPlan, first, info),
      })
    } else for (const column of fieldPlan.reads) fields.add(column)
  }
  return { fields: [...fields], related: relations }
}
