import { checkInput } from '../rules/accept.ts'
import {
  authorize,
  authorizeOnAny,
  createConditionRefusal,
  isAnonymous,
  may,
  requireUser,
  requireCredential,
  type PolicyContext,
} from '../access/access.ts'
import { findComparedFacts } from '../access/compared-facts.ts'
import { pickLinkedFacts } from '../access/linked-facts.ts'
import { countCreated } from '../context/guest-records.ts'
import { authorizeAny } from './authorize-any.ts'
import { demand } from '../actions/requirement.ts'
import type { StoreContext, Clock } from '../context/context.ts'
import { recordNotFound } from '../rules/errors.ts'
import { GHOST_ID, type UserId } from '../rules/ids.ts'
import type { Precondition } from '../context/precondition.ts'
import { isOwner, type RecordId } from '../model/fields/field.ts'
import { GUEST_NOTE } from '../model/guests/guest-note.ts'
import { isInTrash } from '../model/trash/trash.ts'
import { checkChange } from '../model/types/check-change.ts'
import { withSlug } from '../model/slugs/slug-values.ts'
import { withDerived } from '../model/types/derived-values.ts'
import { initialAttributes, newRecord, withValues } from '../model/types/record-changes.ts'
import { collectPartLinks } from '../model/links/joined-links.ts'
import { refuseOwnId } from '../model/links/own-links.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { ChangeOf, NewOf, RecordOf } from '../model/types/record-values.ts'
import type { Values } from './readable-links.ts'
import {
  keepUnseen,
  listChangeRights,
  listClearRights,
  refuseChanged,
  refuseSet,
  refuseUnseen,
} from './change-rights.ts'
import { chooseFacts, collectLinkedFacts, omitOldFacts, readGivenFacts } from './read-linked-facts.ts'
import { applyLinkChanges } from './changed-lists.ts'
import { isIn, needsOn } from './record-actions.ts'
import {
  datePublication,
  endSchedule,
  keepState,
  listWaysToWrite,
  moveTo,
} from '../model/states/record-state.ts'
import {
  findNeededToBegin,
  listChangeRequirements,
  listNeededPermissions,
  withMove,
} from './record-states.ts'
import { checkNewRecord, listCheckRights, refuseProblems, tellProblems } from './check-record.ts'
import { checkGivenLinks, keepHiddenLinks, NO_LINKS, readShownLinks } from './given-links.ts'
import { refuseMissingLinks } from './part-links.ts'
import { planKeeping } from './keeping.ts'

/** Refuses a caller who can change no record at all. @throws UNAUTHENTICATED, FORBIDDEN. */
const authorizeChange = (context: PolicyContext, type: RecordType): void => {
  const { write } = type.permissions
  authorizeAny(context, type, write, listWaysToWrite(type))
}

/** C14.3: the record of a guest belongs to the ghost. Only types that say how long they keep such records get them. */
const requireCreator = (context: PolicyContext, type: RecordType, owner?: UserId): UserId | null => {
  if (type.ownerAttribute === null) return null
  return owner ?? (isAnonymous(context) ? GHOST_ID : requireUser(context))
}

/** Refuses a caller who may create no record at all. @throws UNAUTHENTICATED, FORBIDDEN. */
const authorizeCreator = (context: PolicyContext, { keepFor, permissions }: RecordType): void => {
  if (keepFor === null) requireCredential(context)
  authorizeOnAny(context, permissions.create)
}

/** Whether the right to create a record can depend on what the client sends. */
const asksInput = ({ policy }: PolicyContext, { inputs, links, permissions }: RecordType): boolean => {
  const { names } = findComparedFacts(policy, permissions.create)
  // A member of a group stands under the name of the group.
  const asked = new Set([...names].map((name) => name.split('.')[0] ?? name))
  return links.some(({ field }) => !isOwner(field)) || Object.keys(inputs).some((name) => asked.has(name))
}

/** Refuses a caller who may create no record, before the input is known. @throws UNAUTHENTICATED, FORBIDDEN. */
export const authorizeCreation = (context: PolicyContext, type: RecordType, owner?: UserId): void => {
  const { create } = type.permissions
  authorizeCreator(context, type)
  const creator = requireCreator(context, type, owner)
  if (!asksInput(context, type)) authorize(context, create, initialAttributes(type, creator))
}

/** The facts about the links of a new record by which the policy decides. */
const readNewFacts = async (context: StoreContext, type: RecordType, given: object): Promise<Values> => {
  const changes = listChangeRights(type, given)
  const { read, create } = type.permissions
  const inputs = type.links.filter(({ field }) => !isOwner(field))
  const none = Object.fromEntries(inputs.map(({ attribute }) => [attribute, null]))
  const values = { ...none, ...given }
  const asked = [create, read, ...changes, ...listWaysToWrite(type), ...listCheckRights(type)]
  const facts = collectLinkedFacts(context, asked)
  return chooseFacts(await readGivenFacts(context, { links: inputs }, values, facts), values)
}

/** What a new record has beside its input. */
interface NewAs {
  readonly ref?: string
  /** The caller by default. */
  readonly owner?: UserId
}

/** @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, CONFLICT, RATE_LIMITED for a guest after too many records. */
export const createRecord = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  given: NewOf<T>,
  { ref, owner }: NewAs = {},
): Promise<RecordOf<T>> => {
  authorizeCreation(context, type, owner)
  const creator = requireCreator(context, type, owner)
  const refuseHidden = await checkGivenLinks(context, { type, values: given, shown: NO_LINKS })
  const store = context.stores.records(type)
  const now = context.now()
  const noted = isAnonymous(context) ? { [GUEST_NOTE]: now } : {}
  const named = ref === undefined ? {} : { ref }
  const begun = newRecord(type, given, { id: store.nextId(), now, creator })
  const created = { ...begun, ...datePublication(type, begun, now), ...named, ...noted }
  refuseHidden()
  refuseMissingLinks(type, created)
  // A refusal may depend on the linked records, so that it comes after that of hidden ones.
  const facts = await readNewFacts(context, type, given)
  const asked = { ...created, ...facts }
  const begins = findNeededToBegin(type, created)
  if (!may(context, type.permissions.create, asked))
    throw createConditionRefusal(context, type.permissions.create)
  if (begins !== null) authorize(context, begins, asked)
  refuseUnseen(context, type, given, asked)
  refuseSet(context, type, asked)
  await checkNewRecord(context, type, asked)
  const added = await countCreated(context, async ({ quota }) => {
    if (isAnonymous(context)) await quota.admitGuestRecord()
    return store.add(created)
  })
  return { ...added, ...pickLinkedFacts(facts) }
}

export interface RecordUpdate<T> {
  /** Null for an id that no record can have. */
  readonly id: RecordId | null
  readonly change: ChangeOf<T>
  readonly precondition: Precondition<RecordOf<T>>
  /** C17.3: the slug does not follow its source: a restored revision leaves it as it is. */
  readonly keepsSlug?: boolean
}

/** @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, BAD_USER_INPUT. */
export const updateRecord = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  { id, change, precondition, keepsSlug = false }: RecordUpdate<T>,
): Promise<RecordOf<T>> => {
  authorizeChange(context, type)
  const takeValues = checkChange(type, change)
  const shown = await readShownLinks(context, type, { id, change })
  const refuseHidden = await checkGivenLinks(context, { type, values: change, shown })
  const { read, write } = type.permissions
  const asked = [
    ...listWaysToWrite(type),
    read,
    ...listChangeRights(type, change),
    ...listClearRights(type, change),
    ...listCheckRights(type),
  ]
  const facts = collectLinkedFacts(context, asked)
  const given = await readGivenFacts(context, type, change, facts)
  const decide = (current: RecordOf<T>) => {
    demand(context, listChangeRequirements(type), current as object)
    const needed = listNeededPermissions(type, current as object, change)
    for (const permission of needed) authorize(context, permission, current as object)
    refuseUnseen(context, type, change, current as object)
    precondition(current)
    const taken = keepUnseen(context, type, takeValues(current as object), current as object)
    const followed = withDerived(type, current as object, taken)
    const named = keepsSlug ? followed : withSlug(type, current as object, followed)
    const values = withMove(type, current as object, named, context.now())
    refuseHidden()
    const stored = current as Values
    const sight = { shown, current: stored }
    const kept = applyLinkChanges(type, sight, keepHiddenLinks(type, sight, values))
    refuseMissingLinks(type, kept as Values)
    refuseChanged(context, type, kept, stored)
    const next = refuseOwnId(type, withValues(current, kept, context.now()))
    const changed = { ...next, ...pickLinkedFacts(chooseFacts(given, kept)) }
    // C14.3: a caller cannot give a record away. The permission of the transition has decided about the state.
    if (needed.includes(write)) authorize(context, write, keepState(type, current as object, changed))
    if (next !== current && !isInTrash(type, next))
      refuseProblems(type, { record: changed, previous: current })
    return changed
  }
  const store = context.stores.records(type)
  const keeping = planKeeping(context, type)
  const changed =
    id && (await tellProblems(context, type, () => store.change(id, decide, { facts, keeping })))
  if (!changed) throw recordNotFound(type)
  return changed
}

export interface OperationCall<T> {
  /** Null for an id that no record can have. */
  readonly id: RecordId | null
  readonly input: Readonly<Record<string, unknown>>
  readonly precondition: Precondition<RecordOf<T>>
}

/** Runs a declared operation on the locked record. @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, INVALID_TRANSITION, BAD_USER_INPUT. */
export const runOperation = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  operation: RecordOperation,
  { id, input, precondition }: OperationCall<T>,
): Promise<RecordOf<T>> => {
  authorizeAny(context, type, operation.permission)
  const takeInput = checkInput(operation.rules, input)
  const inputs = operation.input
  const links = { inputs, manyLinks: [], partLinks: collectPartLinks(inputs) }
  const refuseHidden = await checkGivenLinks(context, { type: links, values: input, shown: NO_LINKS })
  const decide = (current: RecordOf<T>) => {
    demand(context, needsOn(type, operation.permission), current as object)
    precondition(current)
    const accepted = takeInput()
    refuseHidden()
    refuseMissingLinks({ attributes: inputs }, accepted as Values)
    demand(context, [isIn(type, operation)], current as Readonly<Record<string, unknown>>)
    // The declaration has checked the types of the record and the input of its function.
    const decided = operation.decide(current as never, accepted as never)
    const moved = operation.to === null ? {} : moveTo(type, current as object, operation.to, context.now())
    const ended = endSchedule(type, current as object, decided)
    const values = withSlug(type, current as object, { ...decided, ...ended, ...moved })
    const next = refuseOwnId(type, withValues(current, values, context.now()))
    const record = omitOldFacts(type, current as object, next as object) as RecordOf<T>
    if (next !== current) refuseProblems(type, { record, previous: current })
    return record
  }
  const asked = [operation.permission, type.permissions.read, ...listCheckRights(type)]
  const facts = collectLinkedFacts(context, asked)
  const store = context.stores.records(type)
  const edit = { facts, keeping: planKeeping(context, type), event: operation.event ?? undefined }
  const changed = id && (await tellProblems(context, type, () => store.change(id, decide, edit)))
  if (!changed) throw recordNotFound(type)
  return changed
}
