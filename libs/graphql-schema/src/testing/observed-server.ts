import { builtInModel, type Context } from '@content-service/domain'
import type { PreparedQuery, Query, Reader } from '@content-service/domain/reading'
import { expect } from 'vitest'
import { createGraphqlHandler } from '../http/handler.ts'
import { createSchema } from '../service/schema.ts'

/** A document with its variables. */
export interface Question {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

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
    return { body, init, viewed }
  }
  return { ask, count: () => ({ plans, preparedReads, furtherPages }) }
}
