import { beforeEach, describe, expect, test } from 'vitest'
import { restrict } from '@content-service/authz/restrict'
import { contentPolicy } from '../service/content-types.ts'
import { purgeSessions } from '../jobs/jobs.ts'
import { callerOf } from '../testing/builders.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import { nextUuid } from '../testing/memory/memory-tables.ts'
import type { SessionId } from '../rules/ids.ts'
import type { User } from '../users/user.ts'
import type { Session } from './session.ts'
import { endSession, listSessions } from './session-operations.ts'

const DAY = 24 * 3_600_000

let world: World
beforeEach(async () => {
  world = await aWorld()
})

const begun = (user: User, more: Partial<Session> = {}): Session => {
  const session = {
    id: nextUuid<SessionId>(),
    clientId: 'app',
    clientName: 'App',
    userId: user.id,
    scopes: ['articles:read'],
    createdAt: NOON,
    lastUsedAt: NOON,
    expiresAt: new Date(NOON.getTime() + DAY),
    ...more,
  }
  world.tables.sessions.set(session.id, session)
  return session
}

describe('C7.5 sessions', () => {
  test('are listed only for their user', async () => {
    const { READER, ADMIN } = world.people
    const session = begun(READER)
    expect(await listSessions(world.as(READER))).toEqual([session])
    expect(await listSessions(world.as(ADMIN))).toEqual([])
    expect(await describeOutcome(() => listSessions(world.as(null)))).toBe('UNAUTHENTICATED')
  })

  test('are not listed after they have expired, or after all sessions ended (C3.6)', async () => {
    const { READER } = world.people
    begun(READER, { expiresAt: NOON })
    begun(READER, { createdAt: new Date(READER.tokensValidFrom.getTime() - 1_000) })
    expect(await listSessions(world.as(READER))).toEqual([])
  })

  test('their user can end them once', async () => {
    const { READER, ADMIN } = world.people
    const { id } = begun(READER)
    const end = (user: User | null) => describeOutcome(() => endSession(world.as(user), id))
    expect([await end(null), await end(ADMIN), await end(READER), await end(READER)]).toEqual([
      'UNAUTHENTICATED',
      'NOT_FOUND',
      'DONE',
      'NOT_FOUND',
    ])
    expect(await describeOutcome(() => endSession(world.as(READER), null))).toBe('NOT_FOUND')
  })

  test('a token without the scope can neither list nor end sessions', async () => {
    const { READER } = world.people
    const { id } = begun(READER)
    const caller = restrict(contentPolicy, callerOf(READER), ['articles:read'])
    const context = world.as(READER, { caller })
    expect(await describeOutcome(() => listSessions(context))).toBe('FORBIDDEN')
    expect(await describeOutcome(() => endSession(context, id))).toBe('FORBIDDEN')
  })

  test('a client that calls on its own behalf has no sessions', async () => {
    const context = world.as(null, { caller: { id: null, roles: ['GUEST'], permissions: [], client: 'app' } })
    expect(await describeOutcome(() => listSessions(context))).toBe('FORBIDDEN')
  })

  test('are removed a month after their end', async () => {
    const { READER } = world.people
    begun(READER, { expiresAt: new Date(NOON.getTime() - 32 * DAY) })
    const kept = begun(READER, { expiresAt: new Date(NOON.getTime() - 30 * DAY) })
    await purgeSessions.run(world.stores, NOON)
    expect([...world.tables.sessions.keys()]).toEqual([kept.id])
  })
})
