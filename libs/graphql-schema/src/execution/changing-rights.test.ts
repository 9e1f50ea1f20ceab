import { reloadable } from '@content-service/authz/reload'
import type { Context } from '@content-service/domain'
import fc from 'fast-check'
import type { GraphQLSchema } from 'graphql'
import { afterAll, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createGraphqlHandler } from '../http/handler.ts'
import { createSchema } from '../service/schema.ts'
import { generateDocument } from '../testing/generated-document.ts'
import { choose, generateCaller, generatePolicy, generateWorld } from '../testing/generated-world.ts'

const SEED = 20_261_123

/** A server that has no plans yet. */
const createAsk = (schema: GraphQLSchema) => {
  const handle = createGraphqlHandler({ schema, report: (error) => expect(error).toBeUndefined() })
  return async (domain: Context, query: string) => {
    const [body] = await handle({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      raw: null,
      context: { domain, requestId: 'r' },
    })
    return body
  }
}

const wait = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await null
}

let differences = 0
afterAll(() => expect(differences).toBeGreaterThan(15))

it(
  'no caller receives an old plan while policies, roles, scopes and credentials change',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const world = await generateWorld(g)
        const people = [...world.tables.users.values()]
        const policies = [world.policy, generatePolicy(g), generatePolicy(g)]
        const policy = reloadable(world.policy)
        const schema = createSchema({ policy })
        const ask = createAsk(schema)
        const generated = [1, 2, 3, 4].map(() => generateDocument(g, schema, world.tables))
        // Each refused request adds an entry to the audit log.
        const queries = generated.filter((query) => !query.includes('auditLog'))
        for (let change = 0; change < 6; change += 1) {
          const current = choose(g, policies)
          const callers = [1, 2, 3].map(() => generateCaller(g, current, people))
          const all = callers.flatMap((caller) =>
            queries.map((query) => ({ context: { ...world.context, caller, policy }, query })),
          )
          // Plans are being made while the policy changes.
          const early = [...all, ...all, ...all].map(({ context, query }) => ask(context, query))
          await wait(g(fc.nat, 60))
          await policy.replace(() => current)
          const late = [1, 2, 3].map(() => Promise.all(all.map(({ context, query }) => ask(context, query))))
          await Promise.all(early)
          const expected = await Promise.all(
            all.map(({ context, query }) => createAsk(schema)(context, query)),
          )
          for (const answers of await Promise.all(late)) expect(answers).toEqual(expected)
          if (new Set(expected).size > queries.length) differences += 1
        }
      }),
      { numRuns: countRuns({ short: 6, long: 100 }), seed: SEED, endOnFailure: true },
    )
  },
)
