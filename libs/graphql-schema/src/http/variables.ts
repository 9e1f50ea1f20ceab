import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { withoutContents } from './error-format.ts'

const MAX_PROBLEMS = 100

const asUserInput = (error: GraphQLError): GraphQLError =>
  new GraphQLError(withoutContents(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    extensions: { code: 'BAD_USER_INPUT' },
  })

/** C2.3, C5.7: what is wrong with the variables, before anything runs. */
export const variableProblems = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): readonly GraphQLError[] => {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const { errors = [] } = getVariableValues(schema, definitions, variables ?? {}, {
    maxErrors: MAX_PROBLEMS,
    hideSuggestions: false,
  })
  return errors.map(asUserInput)
}
