import { describe, expect, it } from 'vitest'
import { aWorld } from '../testing/world.ts'

const having = (...permissions: readonly string[]) => ({
  currentPermissions: expect.arrayContaining([...permissions]),
})

describe('C20.4 currentPermissions', () => {
  it('are the permissions of the caller on all records', async () => {
    const world = aWorld()
    const admin = await world.user('amy', 'ADMIN')
    expect((await world.run('{ currentPermissions }', admin)).data).toEqual(
      having('audit:read', 'users:read'),
    )
    const { data } = await world.run('{ currentPermissions }')
    expect(data).toEqual(having('products:read'))
    expect(data).not.toEqual(having('users:read'))
  })
})
