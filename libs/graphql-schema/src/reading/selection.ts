import { type RelatedSelection, type Selection } from '@content-service/domain'
import type { RelatedPage, Window } from '@content-service/domain/internal/reading'
import {
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql'
import { readListInput, toFieldName, type ListInputArguments } from '../arguments/read-list-input.ts'
import { adviseConnection, writesArgument } from '../arguments/paging.ts'
import { joinSelections } from './joined-nodes.ts'
import { parsePage, type PageInput } from './page-arguments.ts'
import { collectFields, isList, findNodes, type Info } from './collected-fields.ts'
import {
  isRelation,
  nameInPart,
  nameRelated,
  type LeafPlan,
  type RelationPlan,
  type TypePlan,
} from './plan.ts'

type Plans = Readonly<Record<string, TypePlan>>

type Field = GraphQLField<unknown, unknown>
type Nodes = readonly [FieldNode, ...FieldNode[]]

/** Null counts as absent (C5.1). The domain refuses values out of range at the field. */
const createWindow = (field: Field, [node]: Nodes, info: Info): Window => {
  const { limit, offset } = getArgumentValues(field, node, info.variableValues)
  return { limit: (limit as number | null) ?? 20, offset: (offset as number | null) ?? 0 }
}

/** The fields by which `counts` of a connection asks. */
const listCountBy = (field: Field, nodes: Nodes, info: Info): readonly string[] => {
  const type = getNamedType(field.type)
  const counts = isObjectType(type) ? type.getFields()['counts'] : undefined
  if (counts === undefined) return []
  const asked = findNodes(['counts'], type, nodes, info).map((node) =>
    String(getArgumentValues(counts, node, info.variableValues)['by']),
  )
  return [...new Set(asked.map(toFieldName))]
}

/** A wrong page is refused where the domain checks the relation. */
const createPage = (field: Field, nodes: Nodes, info: Info): RelatedPage => {
  const [node] = nodes
  const given = getArgumentValues(field, node, info.variableValues) as PageInput
  const counts = findNodes(['totalCount'], getNamedType(field.type), nodes, info)
  return {
    ...parsePage(given, writesArgument(node, 'first', info.variableValues)),
    isCounted: counts.length > 0,
    countBy: listCountBy(field, nodes, info),
  }
}

/** The filter and the order of a list. */
const createListInput = (field: Field, [node]: Nodes, info: Info): Pick<RelatedSelection, 'list'> => {
  if (!field.args.some(({ name }) => name === 'where')) return {}
  const list = readListInput(getArgumentValues(field, node, info.variableValues) as ListInputArguments)
  return Object.keys(list).length === 0 ? {} : { list }
}

/** The part of a relation to read: a page, a window of a list, or a single record. */
const createExtent = (plan: RelationPlan, type: GraphQLObjectType, nodes: Nodes, info: Info) => {
  const field = findField(type, nodes[0].name.value)
  if (plan.isConnection) return { page: createPage(field, nodes, info) }
  return isList(field.type)
    ? { window: createWindow(field, nodes, info), farther: adviseConnection(type, field.name) }
    : { isNullable: !isNonNullType(field.type) }
}

const selectRelated = (
  plans: Plans,
  plan: RelationPlan,
  [type, key, nodes]: readonly [GraphQLObjectType, string, Nodes],
  info: Info,
): RelatedSelection => {
  const { type: led } = findField(type, nodes[0].name.value)
  const select = (records: readonly FieldNode[]) => createSelection(plans, plan.type, records, info)
  const at = (path: readonly string[]) => select(findNodes(path, getNamedType(led), nodes, info))
  return {
    as: nameRelated(key),
    relation: plan.relation,
    select: plan.isConnection ? joinSelections(at(['edges', 'node']), at(['nodes'])) : select(nodes),
    ...(plan.where && { where: plan.where }),
    ...(plan.orderBy && { orderBy: plan.orderBy }),
    ...createExtent(plan, type, nodes, info),
    ...createListInput(findField(type, nodes[0].name.value), nodes, info),
  }
}

/** C16.1: by their ids the parts of a record find the records to which they link. */
const selectLinked = (
  plans: Plans,
  { relation, type }: NonNullable<LeafPlan['linked']>,
  [path, nodes]: readonly [string, Nodes],
  info: Info,
): RelatedSelection => {
  const select = createSelection(plans, type, nodes, info)
  return {
    as: nameRelated(path),
    relation,
    orderBy: [{ by: 'id', direction: 'ASC' }],
    select: { ...select, fields: [...new Set(['id', ...select.fields])] },
  }
}

const listObjectTypes = (type: GraphQLNamedType, { schema }: Info): readonly GraphQLObjectType[] => {
  if (isObjectType(type)) return [type]
  return isAbstractType(type) ? schema.getPossibleTypes(type) : []
}

/** The links in the parts of a field. */
const selectInField = (
  plans: Plans,
  [owner, path, key, nodes]: readonly [GraphQLObjectType, string, string, Nodes],
  info: Info,
): readonly RelatedSelection[] => {
  const below = nameInPart(path, owner.name, key)
  const types = listObjectTypes(getNamedType(findField(owner, nodes[0].name.value).type), info)
  return types.flatMap((type) =>
    [...collectFields(type, nodes, info)].flatMap(([inside, selected]) => {
      const plan = plans[type.name]?.fields[selected[0].name.value]
      if (plan === undefined || isRelation(plan)) return []
      if (plan.linked)
        return [selectLinked(plans, plan.linked, [nameInPart(below, type.name, inside), selected], info)]
      return plan.hasLinks ? selectInField(plans, [type, below, inside, selected], info) : []
    }),
  )
}

const findField = (type: GraphQLObjectType, name: string): Field => {
  const field = type.getFields()[name]
  if (field === undefined) throw new Error(`${type.name} has no field ${name}`)
  return field
}

/** The selection of the nodes on a type, as the domain reads it: columns and, below them, relations. */
export const createSelection = (
  plans: Plans,
  typeName: string,
  nodes: readonly FieldNode[],
  info: Info,
): Selection => {
  const type = info.schema.getType(typeName)
  const plan = plans[typeName]
  if (!isObjectType(type) || plan === undefined) throw new Error(`there is no plan for ${typeName}`)
  const fields = new Set<string>()
  const related: RelatedSelection[] = []
  for (const [key, selected] of collectFields(type, nodes, info)) {
    const { value: name } = selected[0].name
    const fieldPlan = plan.fields[name]
    if (fieldPlan === undefined) continue // __typename
    if (isRelation(fieldPlan)) related.push(selectRelated(plans, fieldPlan, [type, key, selected], info))
    else {
      for (const column of fieldPlan.reads) fields.add(column)
      if (fieldPlan.hasLinks) related.push(...selectInField(plans, [type, '', key, selected], info))
    }
  }
  // The types of parts have no ids of links. A link in a part shows what its own relation has found.
  return { fields: [...fields], related, omitsPartIds: true }
}
