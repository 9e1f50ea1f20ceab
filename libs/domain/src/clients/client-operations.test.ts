import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, test } from 'vitest'
import { contentPolicy } from '../service/content-types.ts'
import { callerOf } from '../testing/builders.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import type { User } from '../users/user.ts'
import { listRows, readRow } from '../operations/read-operations.ts'
import type { ClientInput } from './client.ts'
import {
  createOAuthClient,
  deleteOAuthClient,
  rotateOAuthClientSecret,
  clientOperations,
} from './client-operations.ts'

const { oauthClients, oauthClient } = clientOperations

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
  describeOutcome(() => createOAuthClient(world.as(caller), given(more)))

describe('C7.5 createOAuthClient', () => {
  test.each<[UserRole | null, string]>([
    [null, 'UNAUTHENTICATED'],
    ['READER', 'FORBIDDEN'],
    ['EDITOR', 'FORBIDDEN'],
    ['ADMIN', 'DONE'],
  ])('by %s: %s', async (role, outcome) => expect(await create(role && world.people[role])).toBe(outcome))

  test('C12.2 the permission decides, and a caller with only this permission gives no other scope', async () => {
    const clerk = { ...world.people.EDITOR, permissions: ['oauth-clients:write'] }
    expect(await create(clerk)).toBe('DONE')
    expect(await create(clerk, { scopes: ['users:write'] })).toBe('BAD_USER_INPUT')
    expect(await create(clerk, { scopes: ['comments:write'] })).toBe('BAD_USER_INPUT')
    expect(await create({ ...world.people.EDITOR, permissions: ['users:write'] })).toBe('FORBIDDEN')
  })

  test('a narrow credential cannot create a client with more rights', async () => {
    const { ADMIN } = world.people
    const byKey = {
      ...world.as(ADMIN),
      caller: restrict(contentPolicy, callerOf(ADMIN), ['oauth-clients:write']),
    }
    expect(await refusedPaths(() => createOAuthClient(byKey, given()))).toEqual(['scopes'])
    expect(
      await refusedPaths(() => createOAuthClient(byKey, given({ scopes: ['oauth-clients:write'] }))),
    ).toEqual([])
  })

  test('the response shows the secret once, and the store has its digest; a public client has no secret', async () => {
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

describe('C12.2 existing clients', () => {
  const registered = async (more: Partial<ClientInput> = {}) =>
    (await createOAuthClient(world.as(world.people.ADMIN), given(more))).client
  const FIELDS = { fields: ['id', 'isPublic'] }
  const NO_ID = '00000000-0000-7000-8000-ffffffffffff'
  type Operation = (caller: User | null, id: string) => Promise<unknown>
  const operations: Readonly<Record<string, Operation>> = {
    list: (caller) =>
      listRows(world.as(caller), oauthClients, { filters: {}, window: { limit: 20, offset: 0 } }, FIELDS),
    read: (caller, id) => readRow(world.as(caller), oauthClient, id, FIELDS),
    rotate: (caller, id) => rotateOAuthClientSecret(world.as(caller), id),
    delete: (caller, id) => deleteOAuthClient(world.as(caller), id),
  }

  test.each(Object.keys(operations))('%s: only an ADMIN may do it', async (name) => {
    const { id } = await registered()
    const by = (caller: User | null) => describeOutcome(() => operations[name]?.(caller, id))
    expect(await by(null)).toBe('UNAUTHENTICATED')
    for (const role of ['GUEST', 'READER', 'AUTHOR', 'EDITOR'] as const)
      expect(await by(world.people[role])).toBe('FORBIDDEN')
    expect(await by(world.people.ADMIN)).toBe('DONE')
  })

  test.each(['rotate', 'delete'])('%s of an unknown client is NOT_FOUND', async (name) => {
    for (const id of [NO_ID, '', 'a b', 'a\0b', 'x'.repeat(1_000)])
      expect(await describeOutcome(() => operations[name]?.(world.people.ADMIN, id))).toBe('NOT_FOUND')
    expect(await readRow(world.as(world.people.ADMIN), oauthClient, 'a\0b', FIELDS)).toBeNull()
  })

  test('a new secret replaces the old secret', async () => {
    const admin = world.as(world.people.ADMIN)
    const { id, secretHash } = (await createOAuthClient(admin, given())).client
    const { client, secret } = await rotateOAuthClientSecret(admin, id)
    expect(client.secretHash).toBe(`digest of ${secret}`)
    expect(client.secretHash).not.toBe(secretHash)
    expect(await world.stores.clients.get(id)).toEqual(client)
  })

  test('a public client has no secret to renew', async () => {
    const { id } = await registered({
      public: true,
      grants: ['authorization_code'],
      redirectUris: ['https://app.example/cb'],
      scopes: [],
    })
    expect(await describeOutcome(() => operations['rotate']?.(world.people.ADMIN, id))).toBe('CONFLICT')
  })

  test('a caller cannot take over a client with more rights', async () => {
    const { id, secretHash } = await registered({ scopes: ['users:write'] })
    const clerk = { ...world.people.EDITOR, permissions: ['oauth-clients:write'] }
    expect(await describeOutcome(() => operations['rotate']?.(clerk, id))).toBe('FORBIDDEN')
    expect((await world.stores.clients.get(id))?.secretHash).toBe(secretHash)
    expect(await describeOutcome(() => operations['delete']?.(clerk, id))).toBe('DONE')
  })
})
