import type { Context, GraphqlAnswer } from '@content-service/domain'
import type { GraphqlRequest } from '@content-service/domain/internal/context'
import type { GraphqlHandler, RequestScope } from '@content-service/graphql-schema'

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' }

/** The handler of GraphQL has made the text from an object with these members. */
const readAnswer = (body: string): GraphqlAnswer => ({
  data: null,
  ...(JSON.parse(body) as Partial<GraphqlAnswer>),
})

/** Runs a GraphQL request of code of a team with this context. `abort` is called when the request takes too long. */
export type RunCodeRequest = (
  domain: Context,
  request: GraphqlRequest,
  abort?: () => void,
) => Promise<GraphqlAnswer>

/** C16.4, C16.5: GraphQL for handlers and operations, with the limits on documents, and an entry in the audit log for each write. */
export const createCodeRequests =
  (getHandler: () => GraphqlHandler<null>): RunCodeRequest =>
  async (domain, { document: query, variables }, abort = () => undefined) => {
    let isMutation = false
    const note: RequestScope['note'] = ({ type }) => void (isMutation = type === 'mutation')
    const [body] = await getHandler()({
      method: 'POST',
      url: '/graphql',
      headers: HEADERS,
      body: JSON.stringify({ query, variables }),
      raw: null,
      context: { domain, requestId: domain.origin.requestId, abort, note },
    })
    const answer = readAnswer(String(body))
    // A mutation with errors has written nothing within an operation, so that its data is none.
    return isMutation && domain.running && answer.errors ? { ...answer, data: null } : answer
  }
