import { initTRPC, TRPCError } from '@trpc/server'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'
import { permissionFilter, requirePermission } from './trpc.ts'

const policy = blogPolicy()
const articles = new Map([
  [1, article({ id: 1, ownerId: 7 })],
  [2, article({ id: 2, ownerId: 8 })],
])
const t = initTRPC.context<{ user: ReturnType<typeof user> | null }>().create()
const readId = (given: unknown) => ({ id: Number(given) })

function find(id: number) {
  if (id === 0) throw new Error('the database is away')
  return articles.get(id)
}
const hidden = { TRPCError, forbiddenStatus: 404 } as const

const router = t.router({
  remove: t.procedure
    .use(requirePermission(policy, 'articles:delete', undefined, { TRPCError }))
    .mutation(({ ctx }) => ctx.access.decision.reason),
  write: t.procedure
    .input(readId)
    .use(requirePermission(policy, 'articles:write', ({ input }) => find(input.id), { TRPCError }))
    .mutation(({ ctx, input }) => {
      expectTypeOf(ctx.access.resource?.id).toEqualTypeOf<number | undefined>()
      expectTypeOf(ctx.user?.roles).toEqualTypeOf<readonly string[] | undefined>()
      return [input.id, ctx.access.resource?.id]
    }),
  writeHidden: t.procedure
    .input(readId)
    .use(requirePermission(policy, 'articles:write', ({ input }) => find(input.id), hidden))
    .mutation(({ ctx }) => ctx.access.resource?.id),
  list: t.procedure
    .use(permissionFilter(policy, 'articles:read', { TRPCError }))
    .query(({ ctx }) => ctx.access.filter.kind),
  listOfOther: t.procedure
    .use(permissionFilter(policy, 'articles:read', { TRPCError, subject: () => user(9, 'ADMIN') }))
    .query(({ ctx }) => ctx.access.filter.kind),
})

// tRPC reads the input as the client sends it: the procedure parses any value.
const id = (value: number) => value as unknown as { id: number }
const callAs = (who: ReturnType<typeof user> | null) => router.createCaller({ user: who })
const author = callAs(user(7, 'AUTHOR'))
const editor = callAs(user(8, 'EDITOR'))

describe('the guards for tRPC', () => {
  it('let a call pass with the resource, the decision or the filter in the context', async () => {
    expect(await author.write(id(1))).toEqual([1, 1])
    expect(await editor.remove()).toBe('allowed')
    expect(await author.list()).toBe('when')
    expect(await editor.list()).toBe('always')
    expect(await callAs(null).listOfOther()).toBe('always')
  })

  it.each([
    ['of nobody', () => callAs(null).write(id(1)), 'UNAUTHORIZED', 'Missing permission: articles:write'],
    ['of nobody, before it loads', () => callAs(null).write(id(0)), 'UNAUTHORIZED', 'Missing permission'],
    ['of a guest', () => callAs(user(null, 'GUEST')).remove(), 'UNAUTHORIZED', 'Missing permission'],
    ['to another article', () => author.write(id(2)), 'FORBIDDEN', 'Missing permission: articles:write'],
    ['without the permission', () => author.remove(), 'FORBIDDEN', 'Missing permission: articles:delete'],
    ['to no article', () => author.write(id(3)), 'NOT_FOUND', 'Not found'],
    ['to a hidden article', () => author.writeHidden(id(2)), 'NOT_FOUND', 'Not found'],
    ['of a list of nobody', () => callAs(null).list(), 'UNAUTHORIZED', 'Missing permission: articles:read'],
  ])('refuse a call %s with a TRPCError', async (_, call, code, message) => {
    const error = await call().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(TRPCError)
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  it('leave the errors of the loader to tRPC', async () => {
    await expect(author.write(id(0))).rejects.toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'the database is away',
    })
  })
})
