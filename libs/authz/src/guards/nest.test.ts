import * as nest from '@nestjs/common'
import { expect, it } from 'vitest'
import { article, blogPolicy, user } from '../../tests/support/blog.ts'
import { requirePermission } from './nest.ts'

const policy = blogPolicy()
const notHttp = {
  switchToHttp: () => {
    throw new Error('this is no request of HTTP')
  },
}

it('a guard of another transport reads the request that its option returns', async () => {
  const request = { user: user(7, 'AUTHOR'), params: { id: '1' } }
  const guard = requirePermission(policy, 'articles:write', () => article({ ownerId: 7 }), {
    nest,
    request: (context: typeof notHttp & { readonly request?: typeof request }) => context.request ?? request,
  })
  expect(await guard.canActivate(notHttp)).toBe(true)
  expect(request).toMatchObject({ access: { resource: { ownerId: 7 }, decision: { effect: 'allow' } } })
})

it.each([
  [null, 1, nest.UnauthorizedException],
  [user(7, 'GUEST'), 1, nest.ForbiddenException],
  [user(7, 'AUTHOR'), 2, nest.NotFoundException],
])('a guard refuses %j and article %i with an exception of Nest', async (subject, id, exception) => {
  const load = () => (id === 1 ? article({ ownerId: 7 }) : null)
  const guard = requirePermission(policy, 'articles:write', load, {
    nest,
    request: () => ({ user: subject }),
  })
  await expect(guard.canActivate(notHttp)).rejects.toThrow(exception)
})
