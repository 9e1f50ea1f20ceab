import type { ShownMember } from '@content-service/domain/internal/access'
import { isObject } from '@content-service/domain/internal/rules'
import {
  getNamedType,
  getOperationAST,
  isObjectType,
  type ExecutionResult,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { isRelation } from '../reading/plan.ts'
import { getPlans } from '../reading/plans.ts'
import { indexFragments, type PreparedRequest } from './prepared-request.ts'

type Data = NonNullable<ExecutionResult['data']>

/** The mutation whose kept answer a request asks for again. */
export interface Replay {
  readonly schema: GraphQLSchema
  readonly request: PreparedRequest
  readonly operationName: string | null | undefined
}

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

/**
 * C12.16: the data of a kept mutation with null in the place of each attribute that the caller of the replay may not see.
 * The data no longer tells which of its records has which id, so that all records of a collection hide the attribute.
 */
export const maskReplay = (
  { schema, request, operationName }: Replay,
  data: Data,
  hidden: readonly ShownMember[],
): Data => {
  const { document, variableValues } = request
  const operation = hidden.length > 0 ? getOperationAST(document, operationName) : null
  const mutations = schema.getMutationType()
  if (!operation || !mutations) return data
  // Fragments have no own variables here, which are the only addition of the execution.
  const masking = {
    schema,
    fragments: indexFragments(document),
    variableValues,
    hidden,
  } as unknown as Masking
  // The value of an object type is an object.
  return maskValue(masking, mutations, data, [operation]) as Data
}
