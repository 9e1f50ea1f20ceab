import { describe, expect, it } from 'vitest'
import { blogPolicy } from '../../tests/support/blog.ts'
import * as express from './express.ts'
import * as fastify from './fastify.ts'
import * as fetchGuards from './fetch.ts'
import * as hono from './hono.ts'
import * as nest from './nest.ts'
import * as trpc from './trpc.ts'

const policy = blogPolicy()
const options = { subject: () => null }

/** The guards of each framework take other requests; they are made in the same way. */
interface Guards {
  readonly requirePermission: (...given: readonly unknown[]) => unknown
  readonly permissionFilter: (...given: readonly unknown[]) => unknown
}
const frameworks = [
  ['Express', express],
  ['Fastify', fastify],
  ['Hono', hono],
  ['Fetch', fetchGuards],
  ['Nest', nest],
  ['tRPC', trpc],
] as unknown as readonly [string, Guards][]

describe.each(frameworks)('a guard for %s', (_, { requirePermission, permissionFilter }) => {
  const makers = {
    requirePermission: (name: string) => requirePermission(policy, name, undefined, options),
    permissionFilter: (name: string) => permissionFilter(policy, name, options),
  }

  it.each(['requirePermission', 'permissionFilter'] as const)(
    'of %s is refused when it is made with a permission that the policy does not define',
    (maker) => {
      expect(() => makers[maker]('articles:wrte')).toThrow(
        new TypeError(
          'A guard names the permission articles:wrte, which the policy does not define; did you mean "articles:write"?',
        ),
      )
      expect(() => makers[maker]('constructor')).toThrow(
        new TypeError('A guard names the permission constructor, which the policy does not define.'),
      )
      expect(makers[maker]('articles:write')).toBeTruthy()
    },
  )
})
