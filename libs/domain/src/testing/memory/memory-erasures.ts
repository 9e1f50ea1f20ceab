import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import type { Erasure, ErasureStore } from '../../users/erasure.ts'
import { GHOST_ID, type UserId } from '../../rules/ids.ts'
import type { MemoryTables } from './memory-tables.ts'

const PEOPLE = ['users', 'second-factors']

const withoutPerson = (entry: AuditEntry, { userId, pseudonym }: Erasure): AuditEntry => {
  const isActor = entry.actorId === userId
  const isAbout = PEOPLE.includes(entry.resource) && entry.resourceId === String(userId)
  return {
    ...entry,
    // No user has the pseudonym, so that it leads to no user.
    ...(isActor && {
      actorId: pseudonym as UserId,
      address: null,
      credential: entry.credential.split(' ')[0] ?? '',
    }),
    ...(isAbout && { resourceId: String(pseudonym) }),
  }
}

const withGhost = (data: DomainEvent['data'], user: UserId): DomainEvent['data'] =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      name.endsWith('Id') && value === user ? GHOST_ID : value,
    ]),
  )

/** Erases all traces in one step, because the tables of a test are small. */
export const memoryErasures = ({ erasures, auditEntries, events }: MemoryTables): ErasureStore => ({
  nextPseudonym: () => -1_000 - erasures.size,
  pending: async () => [...erasures.values()],
  forget: async (erasure) => {
    const isEarlier = ({ at }: { readonly at: Date }): boolean => at <= erasure.at
    auditEntries.change(isEarlier, (entry) => withoutPerson(entry, erasure))
    const id = String(erasure.userId)
    events.remove(
      (event) =>
        isEarlier(event) &&
        event.resource === 'users' &&
        event.resourceId === id &&
        event.type !== 'user.deleted',
    )
    events.change(isEarlier, ({ data }) => ({ data: withGhost(data, erasure.userId) }))
    return 0
  },
  finish: async ({ userId }) => void erasures.delete(userId),
})
