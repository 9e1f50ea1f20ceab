import type { Stores } from '../context/context.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { SECOND_MS } from '../rules/time.ts'
import type { Job } from '../work/job.ts'
import {
  PUBLISH_SCHEDULED,
  publishDueRecord,
  type PublishingParts,
  type PublishingRun,
} from './publish-due-record.ts'

/**
 * The records of a transaction are published when the last of them is: with 100 texts of 440,000 characters, a record of somebody
 * else waited for 4 s, and with 20 for 0.4 s.
 */
const AT_ONCE = 20

/** Publishes due records in one transaction, without those that have failed; returns their number. */
const publishBatch = (
  stores: Stores,
  type: RecordType,
  run: PublishingRun,
  failed: RecordId[],
): Promise<number> =>
  stores.alone(async (own) => {
    const due = await own.records(type).lockDue(run.now, AT_ONCE, failed)
    for (const each of due)
      await publishDueRecord({ ...run, stores: own, type }, each).catch((error: unknown) => {
        run.faults.push(error)
        failed.push(each.id)
      })
    return due.length
  })

/**
 * Publishes due records of a type; returns whether there can be more. A record that cannot be written, such as one whose computed
 * values fail, stays due. It keeps no other from its turn, so that the batches after it are part of the same run.
 */
const publishType = async (stores: Stores, type: RecordType, run: PublishingRun): Promise<boolean> => {
  const failed: RecordId[] = []
  let count = await publishBatch(stores, type, run, failed)
  while (failed.length > 0 && count === AT_ONCE) count = await publishBatch(stores, type, run, failed)
  return count === AT_ONCE
}

/**
 * C4.3, C17.2: publishes due records of all types with a schedule, well within 5 s of their time. @throws the failures of the code
 * of a team, after the writes: no type waits for another.
 */
export const publishScheduled = (parts: PublishingParts): Job => ({
  name: PUBLISH_SCHEDULED,
  everyMs: SECOND_MS,
  run: async (stores, now) => {
    const run = { ...parts, now, faults: [] as unknown[] }
    let isMore = false
    for (const type of parts.model.types)
      if (type.schedule !== null && (await publishType(stores, type, run))) isMore = true
    if (run.faults.length > 0)
      throw new AggregateError(run.faults, 'The code of a type has failed for scheduled records.')
    return isMore
  },
})

/** The job of a model; none if no type has a schedule. */
export const planPublishing = (parts: PublishingParts): readonly Job[] =>
  parts.model.types.some(({ schedule }) => schedule !== null) ? [publishScheduled(parts)] : []
