import type { Stores } from '../context/context.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { SECOND_MS } from '../rules/time.ts'
import type { Job } from '../work/job.ts'
import type { DueRecord } from '../model/types/record-store.ts'
import {
  PUBLISH_SCHEDULED,
  publishDueRecords,
  type Publishing,
  type PublishingParts,
  type PublishingRun,
} from './publish-due-records.ts'

/**
 * The records of a transaction are published when the last of them is: with 100 texts of 440,000 characters, a record of somebody
 * else waited for 4 s, and with 20 for 0.4 s.
 */
const AT_ONCE = 20

/** Publishes records in one write, or, if one of them cannot be written, in two halves, until that one is alone. */
const publishAll = async (
  publishing: Publishing,
  due: readonly DueRecord[],
  failed: RecordId[],
): Promise<void> => {
  try {
    await publishing.stores.attempt((stores) => publishDueRecords({ ...publishing, stores }, due))
  } catch (error) {
    const middle = due.length >> 1
    const halves = middle === 0 ? [] : [due.slice(0, middle), due.slice(middle)]
    for (const half of halves) await publishAll(publishing, half, failed)
    if (middle > 0) return
    publishing.faults.push(error)
    failed.push(...due.map(({ id }) => id))
  }
}

/** Publishes due records in one transaction, without those that have failed; returns their number. */
const publishBatch = (
  stores: Stores,
  type: RecordType,
  run: PublishingRun,
  failed: RecordId[],
): Promise<number> =>
  stores.alone(async (own) => {
    const due = await own.records(type).lockDue(run.now, AT_ONCE, failed)
    if (due.length > 0) await publishAll({ ...run, stores: own, type }, due, failed)
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
