import { expect, it } from 'vitest'
import { attrs, definePolicy } from '../index.ts'
import { reloadable } from './index.ts'

const allowing = (...roles: readonly string[]) =>
  definePolicy()({
    resources: { x: ['read'] },
    roles: Object.fromEntries(
      roles.map((role) => [role, { rules: (b: { allow(p: 'x:read'): void }) => b.allow('x:read') }]),
    ),
  })
const subject = { id: 1, roles: ['B'] }

it('replaces a policy while it is in use', async () => {
  const policy = reloadable(allowing('A'))
  const before = policy.for(subject)
  expect(policy.can(subject, 'x:read')).toBe(false)
  await policy.replace(() => allowing('B'))
  expect(policy.can(subject, 'x:read')).toBe(true)
  expect(policy.permits(subject, 'x:read')).toBe(true)
  expect(policy.filter(subject, 'x:read')).toEqual({ kind: 'always' })
  expect(policy.authorize(subject, 'x:read')).toEqual(policy.decide(subject, 'x:read'))
  expect(policy.roles).toEqual(['B'])
  expect(policy.permissions).toEqual(['x:read'])
  expect(policy.document.roles).toHaveProperty('B')
  expect(before.can('x:read')).toBe(false)
})

it('keeps the policy when the next one is invalid', async () => {
  const policy = reloadable(allowing('B'))
  const broken = () => definePolicy()({ resources: { 'x:y': ['read'] }, roles: {} }) as never
  await expect(policy.replace(broken)).rejects.toThrow('not resource:action')
  await expect(policy.replace(() => Promise.reject(new Error('no file')))).rejects.toThrow('no file')
  expect(policy.can(subject, 'x:read')).toBe(true)
})

it('lets the replacement that was begun last win', async () => {
  const policy = reloadable(allowing('A'))
  const slow = Promise.withResolvers<ReturnType<typeof allowing>>()
  const first = policy.replace(() => slow.promise)
  await policy.replace(() => allowing('B'))
  slow.resolve(allowing('A'))
  await first
  expect(policy.roles).toEqual(['B'])
})

it('keeps the policy when the next one is no policy, and nobody can change its functions', async () => {
  const policy = reloadable(allowing('B'))
  for (const odd of [undefined, null, {}, 'B'])
    await expect(policy.replace(() => odd as never)).rejects.toThrow('The replacement is no policy')
  expect(policy.can(subject, 'x:read')).toBe(true)
  expect(Object.isFrozen(policy)).toBe(true)
})

it('passes the change, the row after it and the context to the policy', () => {
  const policy = reloadable(
    definePolicy<typeof subject, { hour: number }>()({
      resources: { x: ['write', 'place'] },
      attributes: { x: attrs<{ ownerId: number; secret: string }>() },
      roles: {
        B: {
          rules: (b) => {
            b.allow('x:write', (x, s) => x.ownerId.eq(s.id), { omit: ['secret'] })
            b.allow('x:place', (_, __, context) => context.hour.lt(18))
          },
        },
      },
    }),
  )
  const own = { ownerId: 1, secret: '' }
  const given = { ownerId: 2, secret: '' }
  expect(policy.can(subject, 'x:write', own)).toBe(true)
  expect(policy.can(subject, 'x:write', own, 'secret')).toBe(false)
  expect(policy.can(subject, 'x:write', own, given)).toBe(false)
  expect(policy.decide(subject, 'x:write', own, given).effect).toBe('deny')
  expect(() => policy.authorize(subject, 'x:write', own, given)).toThrow('Missing permission: x:write')
  expect(policy.for(subject, { hour: 9 }).can('x:place')).toBe(true)
})
