import { builtInModel, type Context } from '@content-service/domain'
import type { PreparedQuery, Query, Reader } from '@content-service/domain/internal/reading'
import { auditRefusals } from '@content-service/domain/internal/audit'
import { execute, parse, type GraphQLSchema } from 'graphql'
import { expect } from 'vitest'
import { createGraphqlHandler } from '../http/handler.ts'
import { formatClientError } from '../requests/error-format.ts'
import { createSchema } from '../service/schema.ts'

/** A document with its variables. */
export interface Question {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

interface Answer {
  readonly data?: object | null
  readonly errors?: readonly object[]
  readonly extensions?: object
}

interface Executable extends Question {
  readonly schema: GraphQLSchema
}

/**
 * What graphql-js makes of a document with the resolvers of the schema, in the form in which the service tells it. It executes
 * no plan and no writer of this library.
 */
export const executeByGraphqlJs = async (
  { schema, query, variables = {} }: Executable,
  domain: Context,
): Promise<object> => {
  const document = parse(query)
  const { data, errors = [] } = await auditRefusals(domain, async (contextValue) =>
    execute({ schema, document, variableValues: variables, contextValue }),
  )
  const told = errors.map((error) => formatClientError(error, 'r', () => undefined))
  const text = JSON.stringify({ ...(told.length > 0 && { errors: told }), data })
  return sortErrors(JSON.parse(text) as Answer)
}

/** graphql-js notes an error when its field ends, and the service in the order of the document. */
const sortErrors = ({ errors, ...rest }: Answer): object => ({
  ...rest,
  ...(errors && { errors: errors.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }),
})

/** A server with one schema, and the numbers of the reads that it has prepared and run. */
export const createServer = ({
  policy,
  model = builtInModel,
}: Pick<Context, 'policy'> & Partial<Pick<Context, 'model'>>) => {
  const schema = createSchema({ policy, model })
  const handle = createGraphqlHandler({ schema, report: (error) => expect(error).toBeUndefined() })
  let [plans, preparedReads, furtherPages] = [0, 0, 0]
  const source = {}
  const observe = (reader: Reader): Reader => ({
    plans: reader.plans,
    source,
    find: (query) => reader.find(query),
    count: (...args) => reader.count(...args),
    countEach: (...args) => reader.countEach(...args),
    prepareCount: (...args) => reader.prepareCount(...args),
    asSearch: (unserved) => observe(reader.asSearch(unserved)),
    prepare: (query: Query, times): PreparedQuery => {
      const prepared = reader.prepare(query, times)
      plans += 1
      return {
        length: prepared.length,
        find: (_, values, atMost) => {
          preparedReads += 1
          if (query.after) furtherPages += 1
          return prepared.find(reader, values, atMost)
        },
      }
    },
  })
  const ask = async (context: Context, { query, variables = {} }: Question) => {
    const viewed: unknown[] = []
    const stores = { ...context.stores, reader: observe(context.stores.reader) }
    const domain: Context = { ...context, stores, viewed: (id) => void viewed.push(id) }
    const [body, init] = await handle({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      raw: null,
      context: { domain, requestId: 'r' },
    })
    return { body: String(body), init, viewed }
  }
  /** The parsed answer of `ask` without its cost, and that of graphql-js; the same for a document that is refused. */
  const askBoth = async (context: Context, question: Question) => {
    const { extensions: _, ...answer } = JSON.parse((await ask(context, question)).body) as Answer
    const asked = sortErrors(answer)
    const isRefused = answer.data === undefined
    return { asked, expected: isRefused ? asked : await executeByGraphqlJs({ schema, ...question }, context) }
  }
  return { ask, askBoth, count: () => ({ plans, preparedReads, furtherPages }) }
}
