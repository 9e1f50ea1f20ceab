import type { Context, PreparedQuery, Query, Reader, UserId } from '@content-service/domain'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import { createGraphqlHandler } from '../http/handler.ts'
import { createSchema } from '../schema.ts'
import { generateDocument } from '../testing/generated-document.ts'
import { generateWorld } from '../testing/generated-world.ts'

const SEED = 20_261_123

interface Question {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}

/** A server with one schema, and the number of the prepared reads that it has run. */
const createServer = ({ policy }: Pick<Context, 'policy'>) => {
  const schema = createSchema({ policy })
  const handle = createGraphqlHandler({ schema, report: (error) => expect(error).toBeUndefined() })
  let preparedReads = 0
  const observe = (reader: Reader): Reader => ({
    engine: reader.engine,
    find: (query) => reader.find(query),
    count: (...args) => reader.count(...args),
    prepareCount: (...args) => reader.prepareCount(...args),
    prepare: (query: Query): PreparedQuery => {
      const prepared = reader.prepare(query)
      return {
        bound: prepared.bound,
        find: (_, values) => {
          preparedReads += 1
          return prepared.find(reader, values)
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
  return { ask, countPreparedReads: () => preparedReads }
}

/** The same question with its id as a variable. */
const withVariable = (query: string): Question | null => {
  const found = /^\{ (\w+)\(id: ("[^"]*")\)/.exec(query)
  return (
    found && {
      query: query.replace(found[0], `query ($id: ID!) { ${found[1]}(id: $id)`),
      variables: { id: JSON.parse(found[2] as string) },
    }
  )
}

let preparedReads = 0
afterAll(() => expect(preparedReads).toBeGreaterThan(50))

describe('a compiled query answers as the general way, byte for byte', () => {
  it('for random documents, variables, policies and callers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const world = await generateWorld(g)
        const { caller } = world.context
        const server = createServer(world)
        const others: readonly Context[] = [...world.tables.users.keys()].map((id) => ({
          ...world.context,
          caller: caller.id === null ? caller : { ...caller, id: id as UserId },
        }))
        for (let count = 0; count < 4; count += 1) {
          const query = generateDocument(g, createSchema(), world.tables)
          const question = withVariable(query) ?? { query }
          await server.ask(world.context, question)
          await server.ask(world.context, question)
          for (const context of others)
            expect(await server.ask(context, question)).toEqual(
              await createServer(world).ask(context, question),
            )
        }
        preparedReads += server.countPreparedReads()
      }),
      { numRuns: countRuns({ short: 40, long: 2_000 }), seed: SEED },
    )
  })
})
