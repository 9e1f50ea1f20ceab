import { requireCredential } from '../../access/access.ts'
import { demand } from '../../actions/requirement.ts'
import type { Context } from '../../context/context.ts'
import { unconditional, type Precondition } from '../../context/precondition.ts'
import { PRICES } from '../../context/quota.ts'
import type { RecordId } from '../../model/fields/field.ts'
import { measureValues, readRevisedValues, type RecordRevision } from '../../model/revisions/revision.ts'
import type { AnyRecord } from '../../model/types/record-changes.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { conflict, notFound } from '../../rules/errors.ts'
import type { RevisionId } from '../../rules/ids.ts'
import { updateRecord } from '../record-operations.ts'
import { needsHistory } from './revision-actions.ts'
import { readHistoryFacts } from './revision-reading.ts'
import { createRestoringChange, type Restored } from './restored-values.ts'

const MEBIBYTE = 1_048_576

/** C15.12: a short request writes the restored values, and the replaced ones as a revision. */
const priceRestoring = (type: RecordType, { revision, current }: Restored): number => {
  const bytes = measureValues(revision.values) + measureValues(readRevisedValues(type, current))
  return Math.ceil(bytes / MEBIBYTE) * PRICES.mebibyte
}

/** @throws NOT_FOUND for a record that the caller may not write. */
const readRestored = async (
  context: Context,
  type: RecordType,
  revision: RecordRevision,
): Promise<Restored & { readonly current: AnyRecord }> => {
  const id = revision.recordId as RecordId
  const masks = Object.values(type.masks).flat()
  const facts = await readHistoryFacts(context, type, { id, masks })
  const current: AnyRecord | null = facts && (await context.stores.records(type).get(id))
  if (facts === null || current === null) throw notFound('revision')
  demand(context, [needsHistory(type)], facts)
  return { revision, current, facts }
}

/** Another edit has changed the record after the read that decided what to send. */
class Overtaken extends Error {}

const MOST_TRIES = 3

const restoreOnce = async (
  context: Context,
  type: RecordType,
  restored: Restored & { readonly current: AnyRecord },
  precondition: Precondition<AnyRecord>,
): Promise<object> => {
  const { current } = restored
  const change = await createRestoringChange(context, type, restored)
  const requireCurrent: Precondition<AnyRecord> = (locked) => {
    precondition(locked)
    if (locked.version !== current.version) throw new Overtaken()
  }
  // The values of a revision have the forms of inputs, which the rules of the type check.
  const update = { id: current.id, change, precondition: requireCurrent, keepsSlug: true } as Parameters<
    typeof updateRecord
  >[2]
  return updateRecord(context, type, update)
}

/**
 * C4.4, C17.3: brings the values of an earlier version back as an update would. A caller who may not write the record may not
 * read its earlier versions. @throws UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, BAD_USER_INPUT, CONFLICT.
 */
export const restoreRevision =
  (type: RecordType) =>
  async (
    context: Context,
    id: RevisionId | null,
    precondition: Precondition<AnyRecord> = unconditional,
  ): Promise<object> => {
    requireCredential(context)
    const revision = id && (await context.stores.records(type).revision(id))
    if (!revision) throw notFound('revision')
    let restored = await readRestored(context, type, revision)
    await context.quota.charge(priceRestoring(type, restored))
    for (let tries = 1; tries <= MOST_TRIES; tries += 1)
      try {
        return await restoreOnce(context, type, restored, precondition)
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error
        restored = await readRestored(context, type, revision)
      }
    throw conflict(`Other edits change this ${type.word} at the same time. Send the request again.`)
  }
