import { restrict } from '@content-service/authz/restrict'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentPolicy } from '../service/content-types.ts'
import { nextUuid } from '../testing/memory/memory-tables.ts'
import { callerOf } from '../testing/builders.ts'
import { NOON } from '../testing/test-audit-context.ts'
import { aWorld, describeOutcome, type World } from '../testing/world.ts'
import type { SessionId, UserId } from '../rules/ids.ts'
import type { User } from '../users/user.ts'
import type { Session } from './session.ts'
import { endUserSession, listUserSessions } from './user-sessions.ts'

const DAY = 24 * 3_600_000

let world: World
beforeEach(async () => {
  world = await aWorld()
})

const begin = (user: User): Session => {
  const session = {
    id: nextUuid<SessionId>(),
    clientId: 'app',
    clientName: 'App',
    userId: user.id,
    scopes: ['articles:read'],
    createdAt: NOON,
    lastUsedAt: NOON,
    expiresAt: new Date(NOON.getTime() + DAY),
  }
  world.tables.sessions.set(session.id, session)
  return session
}

describe('C19.5 the sessions of other users', () => {
  it('are shown to callers who may change the user', async () => {
    const { READER, AUTHOR, EDITOR, ADMIN } = world.people
    const session = begin(READER)
    expect(await listUserSessions(world.as(ADMIN), READER.id)).toEqual([session])
    const list = (user: User | null, id: UserId | null = READER.id) =>
      describeOutcome(() => listUserSessions(world.as(user), id))
    expect([
      await list(null),
      await list(EDITOR),
      await list(AUTHOR),
      await list(ADMIN, 99 as UserId),
      await list(ADMIN, null),
    ]).toEqual(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  })

  it('are ended by a caller who has every permission of the user', async () => {
    const { READER, AUTHOR, EDITOR, ADMIN } = world.people
    const { id } = begin(READER)
    const end = (user: User | null, session: SessionId | null = id, named?: UserId) =>
      describeOutcome(() => endUserSession(world.as(user), session, named))
    expect(await end(null)).toBe('UNAUTHENTICATED')
    expect(await end(EDITOR)).toBe('FORBIDDEN')
    expect(await end(AUTHOR)).toBe('NOT_FOUND')
    expect(await end(ADMIN, null)).toBe('NOT_FOUND')
    expect(await end(ADMIN, id, EDITOR.id)).toBe('NOT_FOUND')
    expect(await end(ADMIN, id, READER.id)).toBe('DONE')
    expect(await end(ADMIN)).toBe('NOT_FOUND')
  })

  it('C12.4 do not end by a credential with fewer permissions than the user', async () => {
    const { AUTHOR, ADMIN } = world.people
    const { id } = begin(AUTHOR)
    const end = (scopes: readonly string[]) => {
      const caller = restrict(contentPolicy, callerOf(ADMIN), scopes)
      return describeOutcome(() => endUserSession(world.as(ADMIN, { caller }), id))
    }
    expect(await end(['users:read', 'users:write'])).toBe('FORBIDDEN')
    expect(await end(['users:read'])).toBe('FORBIDDEN')
    expect(await end(contentPolicy.permissions)).toBe('DONE')
  })
})
