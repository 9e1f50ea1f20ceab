import { describe, expect, it } from 'vitest'
import { blogPolicy } from '../testing/blog.ts'
import * as express from './express.ts'
import * as fastify from './fastify.ts'
import * as fetchGuards from './fetch.ts'
import * as hono from './hono.ts'

const policy = blogPolicy()
const options = { subject: () => null }

describe.each([
  ['Express', express],
  ['Fastify', fastify],
  ['Hono', hono],
  ['Fetch', fetchGuards],
] as const)('a guard for %s', (_, { requirePermission, permissionFilter }) => {
  const makers = {
    requirePermission: (name: string) => requirePermission(policy, name as never, undefined, options),
    permissionFilter: (name: string) => permissionFilter(policy, name as never, options),
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
      expect(makers[maker]('articles:write')).toBeTypeOf('function')
    },
  )
})
