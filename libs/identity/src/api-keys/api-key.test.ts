import { contentPolicy, type User } from '@content-service/domain'
import type { ApiKey } from '@content-service/domain/internal/api-keys'
import { describe, expect, test } from 'vitest'
import { CredentialRefused } from '../refusals/refusal.ts'
import { aUser, NOON } from '../testing/accounts.ts'
import { MemoryApiKeys } from '../testing/memory-api-keys.ts'
import { authenticateApiKey } from './api-key.ts'
import { createApiKey } from '../secrets/api-key-text.ts'

const ada = aUser(7, 'ada')
const later = (milliseconds: number): Date => new Date(NOON.getTime() + milliseconds)

const setUp = (owner: User | null = ada) => {
  const keys = new MemoryApiKeys()
  const world = { now: NOON, lookups: 0 }
  const find = async () => {
    world.lookups += 1
    return owner
  }
  const attempt = async (text: string): Promise<string> => {
    const settings = { keys, policy: contentPolicy, owner: find, now: () => world.now }
    try {
      return String((await authenticateApiKey(text, settings)).caller.id)
    } catch (error) {
      if (!(error instanceof CredentialRefused)) throw error
      return error.code
    }
  }
  return { keys, world, attempt }
}

describe('C7.3 API keys', () => {
  test('a valid key acts for its owner', async () => {
    const { keys, attempt } = setUp()
    expect(await attempt(keys.make(ada))).toBe('7')
  })

  test.each<[string, Partial<ApiKey>]>([
    ['that has expired', { expiresAt: later(-1) }],
    ['that expires this instant', { expiresAt: NOON }],
  ])('a key %s is 401', async (_, more) => {
    const { keys, attempt } = setUp()
    expect(await attempt(keys.make(ada, more))).toBe('UNAUTHENTICATED')
  })

  test('a key is valid until its expiry', async () => {
    const { keys, attempt, world } = setUp()
    const key = keys.make(ada, { expiresAt: later(1_000) })
    expect(await attempt(key)).toBe('7')
    world.now = later(1_000)
    expect(await attempt(key)).toBe('UNAUTHENTICATED')
  })

  test.each<[string, User | null]>([
    ['nobody any more', null],
    ['INACTIVE', { ...ada, status: 'INACTIVE' }],
    ['SUSPENDED', { ...ada, status: 'SUSPENDED' }],
    ['deleted', { ...ada, deleted: true }],
  ])('a key whose owner is %s is 401', async (_, owner) => {
    const { keys, attempt } = setUp(owner)
    expect(await attempt(keys.make(ada))).toBe('UNAUTHENTICATED')
  })

  test('an unknown key is 401, and a malformed key causes no look-up', async () => {
    const { keys, attempt } = setUp()
    keys.findByDigest = () => expect.unreachable()
    expect(await attempt('csk_typo')).toBe('UNAUTHENTICATED')
    expect(await setUp().attempt(createApiKey())).toBe('UNAUTHENTICATED')
  })

  test('the service writes its use at most once a minute', async () => {
    const { keys, attempt, world } = setUp()
    const key = keys.make(ada)
    for (const after of [0, 1_000, 59_999, 60_000, 61_000]) {
      world.now = later(after)
      await attempt(key)
    }
    expect(keys.uses).toEqual([NOON, later(60_000)])
  })
})
