import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { formatClientError, type FaultReporter } from './error-format.ts'
import { removeContents, removeGotValue } from './value-free-message.ts'

/**
 * Whether the error is about the document or its variables: the message of graphql-js is for the author of the
 * document.
 */
const isOfTheRequest = ({ path, originalError }: GraphQLError): boolean =>
  path === undefined && (originalError === undefined || originalError instanceof GraphQLError)

/** C5.7: the message about variables that do not coerce contains the message of their scalars. */
const formatRequestError = (error: GraphQLError): GraphQLError =>
  new GraphQLError(removeContents(removeGotValue(error.message)), {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { ...(error.originalError && { code: 'BAD_USER_INPUT' }), ...error.extensions },
  })

const toGraphqlError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError('The request failed before the service resolved a field.', {
        originalError: error as Error,
      })

/**
 * C5.11 for a server without createGraphqlHandler: refusals of the domain keep their code and problems, and failures
 * become INTERNAL_SERVER_ERROR. `report` gets each failure under the requestId that the client receives.
 */
export const createErrorFormatter =
  (report: FaultReporter) =>
  (thrown: unknown): GraphQLError => {
    const error = toGraphqlError(thrown)
    if (isOfTheRequest(error)) return formatRequestError(error)
    const requestId = randomUUID()
    return formatClientError(error, requestId, (cause) =>
      report(new Error(`The request ${requestId} failed.`, { cause }), requestId),
    )
  }
