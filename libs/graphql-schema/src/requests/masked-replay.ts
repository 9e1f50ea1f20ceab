import type { ShownMember } from '@content-service/domain/access'
import { isObject } from '@content-service/domain/rules'
import {
  getNamedType,
  getOperationAST,
  getVariableValues,
  isObjectType,
  Kind,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type OperationDefinitionNode,
} from 'graphql'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { isRelation } from '../reading/plan.ts'
import { getPlans } from '../reading/plans.ts'

type Data = NonNullable<ExecutionResult['data']>

/** The document of a replay, and the attributes that its caller may not see. */
interface Masking extends Info {
  readonly hidden: readonly ShownMember[]
}

const isHidden = ({ schema, hidden }: Masking, type: string, field: string): boolean => {
  const plan = getPlans({ schema })[type]
  const leaf = plan?.fields[field]
  if (plan === undefined || leaf === undefined || isRelation(leaf)) return false
  return hidden.some(({ of, name }) => of === plan.from && leaf.reads.some((column) => column === name))
}

/** No mutation shows records of a union or of an interface. */
const maskValue = (
  masking: Masking,
  type: GraphQLNamedType,
  value: unknown,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): unknown => {
  if (Array.isArray(value)) return value.map((each) => maskValue(masking, type, each, nodes))
  if (!isObject(value) || !isObjectType(type)) return value
  const shown: Record<string, unknown> = { ...value }
  for (const [key, selected] of collectFields(type, nodes, masking)) {
    const { value: name } = selected[0].name
    const field = type.getFields()[name]
    if (isHidden(masking, type.name, name)) shown[key] = null
    else if (field) shown[key] = maskValue(masking, getNamedType(field.type), value[key], selected)
  }
  return shown
}

const indexFragments = ({ document }: ExecutionArgs): Readonly<Record<string, FragmentDefinitionNode>> =>
  Object.fromEntries(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [],
    ),
  )

const readVariables = ({ schema, variableValues }: ExecutionArgs, operation: OperationDefinitionNode) => {
  const read = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {})
  if (read.variableValues) return read.variableValues
  throw new Error('The variables of the replay differ from those of the kept request.')
}

/**
 * C12.16: the data of a kept mutation with null in the place of each attribute that the caller of the replay may not see.
 * The data no longer tells which of its records has which id, so that all records of a collection hide the attribute.
 */
export const maskReplay = (args: ExecutionArgs, data: Data, hidden: readonly ShownMember[]): Data => {
  const operation = hidden.length > 0 ? getOperationAST(args.document, args.operationName) : null
  const mutations = args.schema.getMutationType()
  if (!operation || !mutations) return data
  const variableValues = readVariables(args, operation)
  const masking = { schema: args.schema, fragments: indexFragments(args), variableValues, hidden }
  // The value of an object type is an object.
  return maskValue(masking, mutations, data, [operation]) as Data
}
