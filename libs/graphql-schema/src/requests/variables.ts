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
import { limitErrors } from './limits/error-limit.ts'
import { removeContents } from './value-free-message.ts'
import { findSizeProblem } from './limits/value-size.ts'
import { describeWrongVariable } from './wrong-values.ts'

type Given = Readonly<Record<string, unknown>>

type AddProblem = (problem: Problem) => void

/** Adds the problems of one variable's value, each with its path (C2.3). */
const checkVariable = (
  schema: GraphQLSchema,
  { variable, type: typeNode, defaultValue }: VariableDefinitionNode,
  { given, add }: { readonly given: Given; readonly add: AddProblem },
): void => {
  const name = variable.name.value
  const type = typeFromAST(schema, typeNode)
  if (!isInputType(type)) return
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  if (value === undefined && (defaultValue !== undefined || !isNonNullType(type))) return
  const tooLarge = findSizeProblem(value, type, [name])
  if (tooLarge !== null) return add(tooLarge)
  validateInputValue(value, type, ({ message }, path) =>
    add({ path: [name, ...path], message: removeContents(message) }),
  )
}

const ENOUGH = new Error('There are enough problems.')

/** The first problems of the work, which stops after them, because graphql-js has no limit for values. */
const collectProblems = (most: number, work: (add: AddProblem) => void): readonly Problem[] => {
  const problems: Problem[] = []
  try {
    work((problem) => {
      problems.push(problem)
      if (problems.length === most) throw ENOUGH
    })
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return problems
}

/** C2.3, C5.7: at most `most` errors about the variables, before the document runs. */
export const findVariableProblems = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  { given, most }: { readonly given: Given; readonly most: number },
): readonly GraphQLError[] => {
  const problems = collectProblems(most + 1, (add) => {
    for (const definition of variableDefinitions) checkVariable(schema, definition, { given, add })
  })
  return limitErrors(problems.map(describeWrongVariable), most)
}

/** The variables in the form of the resolvers, if they are valid. */
export const coerceVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Given,
): VariableValues => {
  const { variableValues, errors } = getVariableValues(schema, variableDefinitions, given)
  if (errors) throw errors[0] as GraphQLError
  return variableValues
}
