import type { Erasure, ErasureStore } from '../../personal-data/erasure.ts'
import { GHOST_ID } from '../../users/user.ts'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { UserId } from '../../ids.ts'
import type { MemoryTables } from './memory-tables.ts'

const PEOPLE = ['users', 'second-factors']

const ofNobody = (entry: AuditEntry, { userId, pseudonym, at }: Erasure): AuditEntry => {
  if (entry.at > at) return entry
  const isActor = entry.actorId === userId
  const isAbout = PEOPLE.includes(entry.resource) && entry.resourceId === String(userId)
  return {
    ...entry,
    // No user has it, which is what it is for.
    ...(isActor && {
      actorId: pseudonym as UserId,
      address: null,
      credential: entry.credential.split(' ')[0] ?? '',
    }),
    ...(isAbout && { resourceId: String(pseudonym) }),
  }
}

/** All at once: there are few. */
export const memoryErasures = (tables: MemoryTables): ErasureStore => ({
  nextPseudonym: () => -1_000 - tables.erasures.size,
  pending: async () => [...tables.erasures.values()],
  forget: async (erasure) => {
    tables.auditEntries = tables.auditEntries.map((entry) => ofNobody(entry, erasure))
    for (const event of tables.events.values()) {
      if (event.at > erasure.at) continue
      if (
        event.resource === 'users' &&
        event.resourceId === String(erasure.userId) &&
        event.type !== 'user.deleted'
      )
        tables.events.delete(event.id)
      const theirs = Object.entries(event.data).filter(
        ([name, value]) => /Id$/.test(name) && value === erasure.userId,
      )
      if (theirs.length > 0)
        tables.events.set(event.id, {
          ...event,
          data: { ...event.data, ...Object.fromEntries(theirs.map(([name]) => [name, GHOST_ID])) },
        })
    }
    return 0
  },
  finish: async ({ userId }) => void tables.erasures.delete(userId),
})
