import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, test } from 'vitest'
import { contentPolicy } from '../content-policy.ts'
import { callerOf } from '../testing/builders.ts'
import { aWorld, outcomeOf, refusedPaths, type World } from '../testing/world.ts'
import type { UserRole } from '../users/roles.ts'
import type { User } from '../users/user.ts'
import type { ClientInput } from './client.ts'
import { createOAuthClient } from './client-operations.ts'

let world: World
beforeEach(async () => {
  world = await aWorld()
})

const given = (more: Partial<ClientInput> = {}): ClientInput => ({
  name: 'Shop',
  redirectUris: [],
  grants: ['client_credentials'],
  scopes: ['products:write'],
  public: false,
  ...more,
})
const create = (caller: User | null, more: Partial<ClientInput> = {}) =>
  outcomeOf(() => createOAuthClient(world.as(caller), given(more)))

describe('C7.5 createOAuthClient', () => {
  test.each<[UserRole | null, string]>([
    [null, 'UNAUTHENTICATED'],
    ['READER', 'FORBIDDEN'],
    ['EDITOR', 'FORBIDDEN'],
    ['ADMIN', 'DONE'],
  ])('by %s: %s', async (role, outcome) => expect(await create(role && world.people[role])).toBe(outcome))

  test('C7.7 an extra permission makes nobody an ADMIN', async () =>
    expect(await create({ ...world.people.EDITOR, permissions: ['users:write'] })).toBe('FORBIDDEN'))

  test('a credential with less gives no client more', async () => {
    const { ADMIN } = world.people
    const byKey = { ...world.as(ADMIN), caller: restrict(contentPolicy, callerOf(ADMIN), ['users:write']) }
    expect(await refusedPaths(() => createOAuthClient(byKey, given()))).toEqual(['scopes'])
    expect(await refusedPaths(() => createOAuthClient(byKey, given({ scopes: ['users:write'] })))).toEqual([])
  })

  test('the secret is shown once, and kept as its digest; a public client has none', async () => {
    const { client, secret } = await createOAuthClient(world.as(world.people.ADMIN), given())
    expect(client.secretHash).toBe(`digest of ${secret}`)
    const open = given({
      public: true,
      grants: ['authorization_code'],
      redirectUris: ['https://app.example/cb'],
      scopes: [],
    })
    expect(await createOAuthClient(world.as(world.people.ADMIN), open)).toMatchObject({
      secret: null,
      client: { secretHash: null },
    })
  })

  test.each<[Partial<ClientInput>, string]>([
    [{ scopes: ['products:fly'] }, 'scopes'],
    [{ name: ' ' }, 'name'],
    [{ grants: ['implicit'] }, 'grants'],
    [{ grants: ['authorization_code'], scopes: [] }, 'redirectUris'],
    [{ redirectUris: ['http://evil.example/cb'] }, 'redirectUris'],
    [{ public: true }, 'grants'],
  ])('%j is refused at %s', async (more, path) =>
    expect(await refusedPaths(() => createOAuthClient(world.as(world.people.ADMIN), given(more)))).toEqual([
      path,
    ]),
  )
})
