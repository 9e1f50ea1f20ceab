import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, test } from 'vitest'
import { contentPolicy } from '../service/content-types.ts'
import { callerOf } from '../testing/builders.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, refusedPaths, type World } from '../testing/world.ts'
import type { UserRole } from '../access/role-names.ts'
import type { User } from '../users/user.ts'
import { listRows } from '../operations/read-operations.ts'
import type { NewApiKey } from './api-key.ts'
import { apiKeyOperations, createApiKey, revokeApiKey } from './api-key-operations.ts'

const { apiKeys } = apiKeyOperations

let world: World
beforeEach(async () => {
  world = await aWorld()
})

const given = (more: Partial<NewApiKey> = {}): NewApiKey => ({
  name: 'robot',
  scopes: ['articles:read'],
  ...more,
})
const create = (caller: User | null, more: Partial<NewApiKey> = {}) =>
  createApiKey(world.as(caller), given(more))
const complaints = (caller: User | null, more: Partial<NewApiKey>) => refusedPaths(() => create(caller, more))
const names = async (caller: User) =>
  (
    await listRows(
      world.as(caller),
      apiKeys,
      { filters: {}, window: { limit: 100, offset: 0 } },
      { fields: ['name'] },
    )
  ).map(({ name }) => name)

describe('C7.3 createApiKey', () => {
  test('returns the key once, and stores only its digest', async () => {
    const { apiKey, key } = await create(world.people.READER)
    expect(apiKey).toMatchObject({
      ownerId: world.people.READER.id,
      name: 'robot',
      scopes: ['articles:read'],
      expiresAt: null,
      createdAt: NOON,
      lastUsedAt: null,
    })
    expect(world.tables.apiKeys.get(apiKey.id)?.digest).toBe(`digest of ${key}`)
    expect(JSON.stringify(apiKey)).not.toContain(key)
  })

  test.each<[UserRole | null, string]>([
    [null, 'UNAUTHENTICATED'],
    ['GUEST', 'FORBIDDEN'],
    ['READER', 'DONE'],
    ['ADMIN', 'DONE'],
  ])('by %s: %s', async (role, outcome) =>
    expect(await describeOutcome(() => create(role && world.people[role]))).toBe(outcome),
  )

  test.each([
    ['unknown', ['articles:fly']],
    ['no permission at all', ['__proto__']],
    ['beyond what the caller holds', ['articles:read', 'audit:read']],
    ['none', []],
  ])('a scope that is %s is refused at scopes', async (_, scopes) =>
    expect(await complaints(world.people.READER, { scopes })).toEqual(['scopes']),
  )

  test('an extra permission of the caller can be a scope', async () => {
    const auditor = { ...world.people.READER, permissions: ['audit:read'] }
    expect((await create(auditor, { scopes: ['audit:read', 'audit:read'] })).apiKey.scopes).toEqual([
      'audit:read',
    ])
  })

  test('a key cannot create a wider key, and without the scope api-keys:write it can create no key', async () => {
    const { ADMIN } = world.people
    const byKey = (...scopes: string[]) => ({
      ...world.as(ADMIN),
      caller: restrict(contentPolicy, callerOf(ADMIN), scopes),
    })
    const attempt = (by: readonly string[], wanted: readonly string[]) =>
      describeOutcome(() => createApiKey(byKey(...by), given({ scopes: wanted })))
    expect(await attempt(['articles:read'], ['articles:read'])).toBe('FORBIDDEN')
    expect(await attempt(['api-keys:write'], ['articles:read'])).toBe('BAD_USER_INPUT')
    expect(await attempt(['api-keys:write', 'articles:read'], ['articles:read'])).toBe('DONE')
  })

  test.each([
    ['blank', { name: ' ' }, 'name'],
    ['too long', { name: 'x'.repeat(101) }, 'name'],
    ['past', { expiresAt: '2026-11-20T11:59:59.999Z' }, 'expiresAt'],
    ['now', { expiresAt: '2026-11-20T12:00:00.000Z' }, 'expiresAt'],
    ['no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('a %s value is refused at its path', async (_, more, path) =>
    expect(await complaints(world.people.READER, more)).toEqual([path]),
  )

  test('an expiry may have any offset, and is stored as its instant', async () => {
    const { apiKey } = await create(world.people.READER, { expiresAt: '2026-11-20T14:30:00+01:00' })
    expect(apiKey.expiresAt?.toISOString()).toBe('2026-11-20T13:30:00.000Z')
    const noonInBerlin = { expiresAt: '2026-11-20T13:00:00+01:00' }
    expect(await complaints(world.people.READER, noonInBerlin)).toEqual(['expiresAt'])
  })

  test('the hundred-and-first key is a CONFLICT', async () => {
    for (let count = 0; count < 100; count += 1) await create(world.people.READER)
    expect(await describeOutcome(() => create(world.people.READER))).toBe('CONFLICT')
    expect(await describeOutcome(() => create(world.people.AUTHOR))).toBe('DONE')
  })
})

describe('C7.3 apiKeys and revokeApiKey', () => {
  test('a user lists the own keys, and an ADMIN all keys', async () => {
    await create(world.people.READER, { name: 'of rob' })
    await create(world.people.AUTHOR, { name: 'of ada' })
    expect(await names(world.people.READER)).toEqual(['of rob'])
    expect((await names(world.people.ADMIN)).toSorted()).toEqual(['of ada', 'of rob'])
  })

  test('no response contains the key or its digest', async () => {
    await create(world.people.READER)
    const [row] = await listRows(
      world.as(world.people.READER),
      apiKeys,
      { filters: {}, window: { limit: 1, offset: 0 } },
      { fields: ['id', 'name'] },
    )
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['id', 'name'])
  })

  test('a user revokes an own key once; another user’s key is NOT_FOUND, except for an ADMIN', async () => {
    const { READER, AUTHOR, ADMIN } = world.people
    const { apiKey } = await create(READER)
    const { apiKey: second } = await create(READER)
    const revoke = (caller: User | null, id = apiKey.id) =>
      describeOutcome(() => revokeApiKey(world.as(caller), id))
    expect(await revoke(null)).toBe('UNAUTHENTICATED')
    expect(await revoke(AUTHOR)).toBe('NOT_FOUND')
    expect([await revoke(READER), await revoke(READER)]).toEqual(['DONE', 'NOT_FOUND'])
    expect(await revoke(ADMIN, second.id)).toBe('DONE')
  })

  test('an id that no key can have is NOT_FOUND', async () =>
    expect(await describeOutcome(() => revokeApiKey(world.as(world.people.READER), null))).toBe('NOT_FOUND'))
})
