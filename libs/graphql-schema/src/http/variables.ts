import type { Problem } from '@content-service/domain'
import {
  getVariableValues,
  type GraphQLError,
  isInputType,
  isNonNullType,
  typeFromAST,
  validateInputValue,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
  type VariableValues,
} from 'graphql'
import { limitErrors } from './error-limit.ts'
import { withoutContents } from './value-free-message.ts'
import { wrongVariable } from './wrong-values.ts'

type Given = Readonly<Record<string, unknown>>

/** What is wrong with the value of one variable, each with its path (C2.3). */
const problemsWith = (
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  given: Given,
): readonly Problem[] => {
  const name = variable.name.value
  const type = typeFromAST(schema, typeNode)
  if (!isInputType(type)) return []
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  if (value === undefined && (defaultValue !== undefined || !isNonNullType(type))) return []
  const problems: Problem[] = []
  validateInputValue(value, type, ({ message }, path) =>
    problems.push({ path: [name, ...path], message: withoutContents(message) }),
  )
  return problems
}

/** C2.3, C5.7: at most so many errors about the variables, before anything runs. */
export const variableProblems = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  { given, most }: { readonly given: Given; readonly most: number },
): readonly GraphQLError[] => {
  const problems = variableDefinitions.flatMap((definition) => problemsWith(schema, definition, given))
  return limitErrors(problems.slice(0, most + 1).map(wrongVariable), most)
}

/** The variables as the fields will have them, when there is nothing wrong with them. */
export const coercedVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Given,
): VariableValues => {
  const { variableValues, errors } = getVariableValues(schema, variableDefinitions, given)
  if (errors) throw errors[0] as GraphQLError
  return variableValues
}
