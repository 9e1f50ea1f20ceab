import type { Stores } from '../context/context.ts'
import { aRecord } from './builders.ts'
import { Booking, Hall } from './booking-model.ts'
import { NOON } from './test-audit-context.ts'

const HOUR_MS = 3_600_000

/** The titles of the bookings with the hours of their starts, in the order in which `addBookings` adds them. */
const STARTS = [
  ['beta', 1],
  ['Alpha', 1],
  ['gamma', 3],
  ['delta', 0],
  ['Élan', 1],
] as const

/** The titles of the bookings in the order of their type: the latest first, then by title. */
export const IN_ORDER = ['gamma', 'Alpha', 'beta', 'Élan', 'delta']

/** Adds bookings of one open hall, and returns the ids of the hall and of a booking that links to all others. */
export const addBookings = async (
  stores: Stores,
): Promise<{ readonly hall: string; readonly hub: string }> => {
  const hall = await stores.records(Hall).add(aRecord(stores, Hall, { name: 'Attic' }))
  const ids: string[] = []
  for (const [title, hours] of STARTS) {
    const startsAt = new Date(NOON.getTime() + hours * HOUR_MS)
    const given = { title, startsAt: startsAt.toISOString(), hallId: hall.id }
    ids.push((await stores.records(Booking).add(aRecord(stores, Booking, given))).id)
  }
  const hub = { title: 'hub', startsAt: new Date(0).toISOString(), relatedIds: ids }
  return { hall: hall.id, hub: (await stores.records(Booking).add(aRecord(stores, Booking, hub))).id }
}
