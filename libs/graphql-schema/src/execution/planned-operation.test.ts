import type { Context, UserId } from '@content-service/domain'
import fc from 'fast-check'
import type { GraphQLSchema } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createSchema } from '../service/schema.ts'
import { generateDocument } from '../testing/generated-document.ts'
import { generateWorld } from '../testing/generated-world.ts'
import { createServer, type Question } from '../testing/observed-server.ts'

const SEED = 20_261_127

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

const takesCursor = (schema: GraphQLSchema, name: string): boolean => {
  const fields = schema.getQueryType()?.getFields() ?? {}
  return fields[name]?.args.some((argument) => argument.name === 'after') ?? false
}

/** The same question for pages of one record, with the cursor as a variable. */
const withCursor = (schema: GraphQLSchema, query: string): string | null => {
  const found = /^\{ (\w+)(?:\((.*?)\))? \{/.exec(query)
  if (found === null || !takesCursor(schema, found[1] as string)) return null
  const given = [found[2], 'first: 1', 'after: $after'].filter(Boolean).join(', ')
  return query.replace(
    found[0],
    `query ($after: String) { ${found[1]}(${given}) { end: pageInfo { endCursor } count: totalCount { value }`,
  )
}

interface Paged {
  readonly data?: Readonly<Record<string, { readonly end: { readonly endCursor: string | null } }>> | null
}

const findEnd = (body: unknown): string | null => {
  const [page] = Object.values((JSON.parse(String(body)) as Paged).data ?? {})
  return page?.end.endCursor ?? null
}

const totals = { preparedReads: 0, furtherPages: 0, sharedReads: 0 }
afterAll(() => {
  expect(totals.preparedReads).toBeGreaterThan(50)
  expect(totals.furtherPages).toBeGreaterThan(5)
  expect(totals.sharedReads).toBeGreaterThan(15)
})

type Server = ReturnType<typeof createServer>

/** Compares three pages and a page after a foreign cursor. The server gets each question three times. */
const comparePages = async (server: Server, context: Context, query: string): Promise<void> => {
  let after: string | null = null
  for (let page = 0; page < 4; page += 1) {
    const question: Question = { query, variables: { after: page === 3 ? 'foreign' : after } }
    const first = await server.ask(context, question)
    await server.ask(context, question)
    expect(await server.ask(context, question)).toEqual(first)
    const { asked, expected } = await server.askBoth(context, question)
    expect(asked).toEqual(expected)
    after = findEnd(first.body)
  }
}

describe('a planned query answers as its resolvers and as graphql-js', () => {
  it('for random documents, variables, policies and callers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const world = await generateWorld(g)
        const { caller } = world.context
        const [server, schema] = [createServer(world), createSchema()]
        const others: readonly Context[] = [...world.tables.users.keys()].map((id) => ({
          ...world.context,
          caller: caller.id === null ? caller : { ...caller, id: id as UserId },
        }))
        for (let count = 0; count < 4; count += 1) {
          const query = generateDocument(g, schema, world.tables)
          const question = withVariable(query) ?? { query }
          await server.ask(world.context, question)
          await server.ask(world.context, question)
          const reads = server.count().preparedReads
          // Requests that come together share the reads of their caller.
          const answers = await Promise.all([...others, ...others].map((each) => server.ask(each, question)))
          const ran = server.count().preparedReads - reads
          if (ran > 0 && ran < answers.length) totals.sharedReads += 1
          for (const [place, context] of others.entries()) {
            const fresh = createServer(world)
            const resolved = await fresh.ask(context, question)
            expect([answers[place], answers[place + others.length]]).toEqual([resolved, resolved])
            const { asked, expected } = await fresh.askBoth(context, question)
            expect(asked).toEqual(expected)
          }
          const paged = withCursor(schema, query)
          if (paged !== null) await comparePages(server, world.context, paged)
        }
        totals.preparedReads += server.count().preparedReads
        totals.furtherPages += server.count().furtherPages
      }),
      { numRuns: countRuns({ short: 20, long: 2_000 }), seed: SEED, endOnFailure: true },
    )
  })
})
