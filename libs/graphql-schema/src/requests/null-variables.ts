import {
  getNullableType,
  isInputObjectType,
  isNonNullType,
  Kind,
  TypeInfo,
  ValidationContext,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { limitErrors } from './limits/error-limit.ts'
import { describeWrongVariable } from './wrong-values.ts'

/** A place of a document that takes no null. */
interface Place {
  /** `ID!` */
  readonly type: string
  /** Whether the place takes no absent variable either: the only member of an object. */
  readonly isOnly: boolean
}

/** Such places by the names of the variables that they contain. */
type Places = ReadonlyMap<string, Place>

/** The places of operations. A document in the cache keeps its operations. */
const knownPlaces = new WeakMap<OperationDefinitionNode, Places>()

const findPlaces = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Places => {
  const context = new ValidationContext(schema, document, new TypeInfo(schema), () => undefined)
  const places = new Map<string, Place>()
  for (const { node, type, parentType } of context.getRecursiveVariableUsages(operation)) {
    const { value: name } = node.name
    const parent = parentType && getNullableType(parentType)
    const isOnly = isInputObjectType(parent) && parent.isOneOf
    if (type && (isOnly || isNonNullType(type)))
      places.set(name, {
        type: `${String(getNullableType(type))}!`,
        isOnly: isOnly || places.get(name)?.isOnly === true,
      })
  }
  return places
}

/** A variable of the request without a value, and whether its value is null instead of absent. */
interface Lacking {
  readonly name: string
  readonly isNull: boolean
}

/** The variables without a value. Those of a type that does not allow null have one. */
const findLacking = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): readonly Lacking[] =>
  variableDefinitions.flatMap(({ type, variable, defaultValue }) => {
    const { value: name } = variable.name
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const isNull = value === undefined ? defaultValue?.kind === Kind.NULL : value === null
    const isAbsent = value === undefined && defaultValue === undefined
    return type.kind !== Kind.NON_NULL_TYPE && (isNull || isAbsent) ? [{ name, isNull }] : []
  })

/**
 * C2.3: the variables that are null where the document takes no null. A default allows such a document, and the request can
 * send null in place of the default. graphql-js throws in the middle of the execution, and before it for `@skip`.
 */
export const findNullProblems = (
  schema: GraphQLSchema,
  [document, operation]: readonly [DocumentNode, OperationDefinitionNode],
  { given, most }: { readonly given: Readonly<Record<string, unknown>>; readonly most: number },
): readonly GraphQLError[] => {
  const lacking = findLacking(operation, given)
  if (lacking.length === 0) return []
  const places = knownPlaces.get(operation) ?? findPlaces(schema, document, operation)
  knownPlaces.set(operation, places)
  const problems = lacking.flatMap(({ name, isNull }) => {
    const place = places.get(name)
    if (place === undefined || !(isNull || place.isOnly)) return []
    const message = `The document uses the variable as ${place.type}. Send a value that is not null.`
    return [{ path: [name], message }]
  })
  return limitErrors(problems.map(describeWrongVariable), most)
}
