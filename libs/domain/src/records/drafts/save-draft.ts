import type { Context, StoreContext } from '../../context/context.ts'
import { demand } from '../../actions/requirement.ts'
import type { Precondition } from '../../context/precondition.ts'
import { digestValue, type Draft, type DraftKey } from '../../model/drafts/draft.ts'
import { getDraftType, listDraftMembers, type DraftType } from '../../model/drafts/draft-type.ts'
import { keepSent, listPartIds, overlayValues } from '../../model/drafts/draft-values.ts'
import type { RecordId } from '../../model/fields/field.ts'
import { mergeChange } from '../../model/fields/merge-change.ts'
import { findSizeProblems } from '../../model/types/size-problems.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { checkInput, type Rules } from '../../rules/accept.ts'
import { badUserInput, conflict, recordNotFound } from '../../rules/errors.ts'
import { authorizeAny } from '../authorize-any.ts'
import { listDrafting } from './draft-actions.ts'
import { nameOwnDraft, readDraftedFacts, readSeen } from './draft-reading.ts'

type Values = Readonly<Record<string, unknown>>

/** What a client saves: members of the update, and the version that the client has read. */
export interface DraftInput extends Values {
  readonly baseVersion?: number | null
}

export interface DraftSave {
  /** Null for an id that no record can have. */
  readonly id: RecordId | null
  readonly input: DraftInput
  readonly precondition: Precondition<object>
  /** The draft has only what the client sends. Otherwise members that are left out stay. */
  readonly replaces: boolean
}

/** The rules of the members of a draft: those of an update. */
export const listDraftRules = (type: RecordType): Rules =>
  Object.fromEntries(
    Object.keys(listDraftMembers(getDraftType(type))).flatMap((name) => {
      const rule = type.changeRules[name]
      return rule ? [[name, rule] as const] : []
    }),
  )

/** @throws CONFLICT for another version than that of now. */
const requireBase = (given: number | null | undefined, { version }: Values): void => {
  if (given !== undefined && given !== null && given !== version)
    throw conflict(
      `The record has version ${String(version)}, and you sent baseVersion ${given}. Read it again.`,
    )
}

/** A draft before a save, and the record as its user sees it. */
interface Saved {
  readonly seen: Values
  /** The values of the draft. */
  readonly values: Values
}

/** The values of the draft after a save. @throws BAD_USER_INPUT for wrong types and sizes. */
const mergeDraft = (
  type: DraftType,
  { seen, values }: Saved,
  take: (current: Values) => Values,
): { readonly values: Values; readonly names: readonly string[] } => {
  const members = listDraftMembers(type)
  const before = overlayValues(members, seen, values)
  const sent = take(before)
  const after = mergeChange(type.attributes, before, sent)
  const kept = Object.keys(sent).map((name) => {
    const field = members[name]
    const change = { sent: sent[name], before: before[name], after: after[name], saved: values[name] }
    return [name, field ? keepSent(field, change) : null] as const
  })
  const next = { ...values, ...Object.fromEntries(kept) }
  refuseSizes(type, { previous: before, record: overlayValues(members, seen, next) })
  return {
    values: { ...next, ...listPartIds(type, overlayValues(members, seen, next)) },
    names: Object.keys(sent),
  }
}

const refuseSizes = (
  type: DraftType,
  write: { readonly previous: Values; readonly record: Values },
): void => {
  const problems = findSizeProblems(type, write)
  if (problems.length > 0) throw badUserInput(problems)
}

/** Locks the record, so that no application of the draft runs at the same time. @throws NOT_FOUND, FORBIDDEN. */
const lockDrafted = async (
  context: StoreContext,
  type: RecordType,
  { recordId }: DraftKey,
): Promise<Values> => {
  await context.stores.records(type).lock([recordId])
  const facts = await readDraftedFacts(context, type, recordId)
  if (facts === null) throw recordNotFound(type)
  demand(context, listDrafting(type), facts)
  return facts
}

/**
 * C17.6: saves the draft of the caller. Its types and sizes are checked now, and its rights and checks when it is applied.
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, BAD_USER_INPUT.
 */
export const saveDraft = async (
  context: Context,
  type: RecordType,
  { id, input: { baseVersion, ...input }, precondition, replaces }: DraftSave,
): Promise<object> => {
  const key = nameOwnDraft(context, type, id)
  authorizeAny(context, type, type.permissions.write)
  const take = checkInput(listDraftRules(type), input)
  return context.stores.alone(async (stores) => {
    const within = { ...context, stores }
    const facts = await lockDrafted(within, type, key)
    precondition(facts)
    requireBase(baseVersion, facts)
    const draftType = getDraftType(type)
    const seen = await readSeen(within, draftType, key.recordId)
    const before = await stores.drafts.find(type, key)
    const merged = mergeDraft(draftType, { seen, values: replaces ? {} : (before?.values ?? {}) }, take)
    const digests = merged.names.map((name) => [name, digestValue(seen[name] ?? null)] as const)
    const draft: Draft = {
      ...key,
      baseVersion: replaces || before === null ? Number(facts['version']) : before.baseVersion,
      changedAt: context.now(),
      values: merged.values,
      digests: { ...(replaces ? {} : before?.digests), ...Object.fromEntries(digests) },
    }
    await stores.drafts.save(type, draft, context.settings.maxDrafts)
    return facts
  })
}
