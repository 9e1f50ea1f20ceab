import type { Stores } from '../context/context.ts'
import type { Job } from '../work/job.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { RecordType } from '../model/types/record-type.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A transaction has the records with all that links to them. */
const AT_ONCE = 100

/** Erases some old records of guests; returns whether there can be more. */
const purgeType = async (stores: Stores, type: RecordType, now: Date): Promise<boolean> => {
  if (typeof type.keepFor !== 'number') return false
  const createdBy = new Date(now.getTime() - type.keepFor * DAY_MS)
  return (await stores.records(type).purgeGuestRecords(createdBy, AT_ONCE)) === AT_ONCE
}

/** C14.3: erases the records that guests created, after the days that their types keep them. */
export const purgeGuestRecords = ({ model }: { readonly model: ContentModel }): Job => ({
  name: 'purge-guest-records',
  everyMs: HOUR_MS,
  run: async (stores, now) => {
    let isMore = false
    for (const type of model.types) if (await purgeType(stores, type, now)) isMore = true
    return isMore
  },
})
