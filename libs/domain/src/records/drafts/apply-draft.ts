import { demand } from '../../actions/requirement.ts'
import type { Context, StoreContext } from '../../context/context.ts'
import { unconditional } from '../../context/precondition.ts'
import { PRICES } from '../../context/quota.ts'
import { listStale, type Draft, type DraftKey } from '../../model/drafts/draft.ts'
import { getDraftType, listDraftMembers } from '../../model/drafts/draft-type.ts'
import type { RecordId } from '../../model/fields/field.ts'
import { measureValues } from '../../model/revisions/revision.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { conflict, notFound, recordNotFound } from '../../rules/errors.ts'
import { authorizeAny } from '../authorize-any.ts'
import { findForWrite } from '../deletion/requirements.ts'
import { updateRecord } from '../record-operations.ts'
import { listDrafting } from './draft-actions.ts'
import { nameOwnDraft, readDraftedFacts, readSeen } from './draft-reading.ts'

type Values = Readonly<Record<string, unknown>>

const MEBIBYTE = 1_048_576

/** The draft, while its record is locked: no save and no other application runs at the same time. @throws NOT_FOUND, FORBIDDEN. */
const lockDraft = async (context: StoreContext, type: RecordType, key: DraftKey): Promise<Draft> => {
  await context.stores.records(type).lock([key.recordId])
  const facts = await readDraftedFacts(context, type, key.recordId)
  if (facts === null) throw recordNotFound(type)
  demand(context, listDrafting(type), facts)
  const draft = await context.stores.drafts.find(type, key)
  if (draft === null) throw notFound('draft')
  return draft
}

/** @throws CONFLICT with the names of the fields that have changed since the draft was saved. */
const refuseStale = (stale: readonly string[]): void => {
  if (stale.length === 0) return
  throw conflict(
    `The record has changed since you saved your draft: ${stale.join(', ')}. Read it, and save these fields again.`,
    stale.map((name) => ({ path: [name], message: 'has changed since you saved your draft' })),
  )
}

/** The members of the update. An earlier declaration can have had others. */
const listChange = (names: readonly string[], { values }: Draft): Values =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])))

/**
 * C17.6: the update with the content of the draft, which goes in the same transaction.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT for a stale draft, BAD_USER_INPUT.
 */
export const applyDraft = async (
  context: Context,
  type: RecordType,
  id: RecordId | null,
): Promise<object> => {
  const key = nameOwnDraft(context, type, id)
  authorizeAny(context, type, type.permissions.write)
  return context.stores.alone(async (stores) => {
    const within = { ...context, stores }
    const draft = await lockDraft(within, type, key)
    const draftType = getDraftType(type)
    const names = Object.keys(listDraftMembers(draftType))
    refuseStale(listStale(draft.digests, await readSeen(within, draftType, key.recordId), names))
    // C15.12: a short request writes what several requests have sent.
    await context.quota.charge(Math.floor(measureValues(draft.values) / MEBIBYTE) * PRICES.mebibyte)
    // The values of a draft have the forms of inputs, which the rules of the type check.
    const update = { id: key.recordId, change: listChange(names, draft), precondition: unconditional }
    const updated = await updateRecord(within, type, update as Parameters<typeof updateRecord>[2])
    await stores.drafts.remove(type, key, false)
    return updated
  })
}

/** C17.6: discards the draft of the caller, who need not be a writer any more. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND. */
export const discardDraft = async (
  context: Context,
  type: RecordType,
  id: RecordId | null,
): Promise<object> => {
  const key = nameOwnDraft(context, type, id)
  const facts = await readDraftedFacts(context, type, key.recordId)
  if (facts === null) throw recordNotFound(type)
  demand(context, [findForWrite(type)], facts)
  if (!(await context.stores.drafts.remove(type, key, true))) throw notFound('draft')
  return facts
}
