import type { Permission } from '../access/content-policy.ts'
import { listSources } from '../model/computed/computed-values.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { Collection, Relation } from '../model/collections.ts'
import { LIKED } from '../model/counters/counters.ts'
import { isKeptType } from '../model/kept/kept-type.ts'
import { REVISIONS } from '../model/revisions/revision-type.ts'
import { parseCursor, createPageWindow, type CursorArgument } from '../reading/cursor.ts'
import { ContentError } from '../rules/errors.ts'
import { createWindow } from '../reading/page.ts'
import { COUNT_LIMIT, NESTED_COUNT_LIMIT } from '../reading/connection.ts'
import { allOf, type RelatedSelection, type Selection, type Tally } from '../reading/reading.ts'
import { namesTrash } from './lists/named-trash.ts'
import { findCountedValues } from './lists/list-counts.ts'
import { withListInput } from './lists/list-input.ts'
import { AVAILABLE_ACTIONS } from '../actions/record-action.ts'
import { listFieldsForActions, showsActions } from './shown-actions.ts'
import { isDraftType, listDraftColumns, listDraftListColumns, selectOwnDraft } from './shown-drafts.ts'
import { asksLiked, selectLiked } from './shown-likes.ts'
import { listFacts } from './shown-records.ts'
import { filterLinked, filterMembers, filterListed, filterWithTrash, hasProfile } from './visible-rows.ts'
import type { ModelContext, ReadContext } from './read-context.ts'

interface RelationPermission {
  readonly permission: Permission
  /** The fields of the row that decide the permission. */
  readonly by: readonly string[]
}

/** C4.4, C17.3: the revisions of a record are null for a caller who may not write the record. */
export const findRelationPermission = (
  context: ReadContext,
  of: Collection,
  { relation }: RelatedSelection,
): RelationPermission | undefined => {
  const type = context.model.typeOf(of)
  if (relation !== REVISIONS || !type?.keepsRevisions) return undefined
  const { write: permission } = type.permissions
  return { permission, by: listFacts(context, permission) }
}

/**
 * C12.17, C14.2: a relation to one record shows the record only if the caller may read it. The exception is C7.9: the public
 * profile of the owner or author of a readable record is readable, and visibility.ts masks the rest of the user.
 */
export const needsPermission = (context: Pick<ModelContext, 'model'>, { kind, to }: Relation): boolean =>
  kind === 'one' && !hasProfile(context, to)

const isFiltered = (context: Pick<ModelContext, 'model'>, relation: Relation): boolean =>
  needsPermission(context, relation) || relation.isHideable === true

/** The fields of a row that decide whether the caller sees a relation, and that pages of the relation need. */
const listFieldsForRelation = (
  context: ReadContext,
  of: Collection,
  related: RelatedSelection,
): readonly string[] => {
  const relation = context.model.relation(of, related.relation)
  return [
    ...(findRelationPermission(context, of, related)?.by ?? []),
    ...(needsPermission(context, relation) && !related.isNullable ? [relation.here] : []),
    ...(related.page ? ['id'] : []),
    ...listDraftListColumns(context.model.typeOf(of), related.relation),
  ]
}

/** C12.16: the facts that decide whether the service may replay the response. */
const listFieldsForReplay = (context: ReadContext, of: Collection): readonly string[] => {
  const permission = context.response && context.model.readPermission(of)
  return permission ? listFacts(context, permission) : []
}

const NO_MASKS: RecordType['masks'] = {}

/** For each masked attribute of a declared type, the permissions that show the attribute together. */
export const findMasks = ({ model }: Pick<ModelContext, 'model'>, of: Collection): RecordType['masks'] => {
  const type = model.typeOf(of)
  // The facts of its record decide about a revision or a draft: see shown-kept.ts.
  return type === undefined || isKeptType(type) ? NO_MASKS : type.masks
}

const listFieldsForMasks = (
  context: ReadContext,
  of: Collection,
  fields: readonly string[],
): readonly string[] => {
  const masks = findMasks(context, of)
  return fields.flatMap((field) => (masks[field] ?? []).flatMap((mask) => listFacts(context, mask)))
}

/** No store has the actions, whether the caller likes a record, or the values that reads compute (C16.2). */
const listStoredFields = (
  { model }: ReadContext,
  of: Collection,
  fields: readonly string[],
): readonly string[] => {
  const hasLiked = asksLiked({ model }, of, { fields })
  const stored = fields.filter((field) => field !== AVAILABLE_ACTIONS && !(hasLiked && field === LIKED))
  const type = model.typeOf(of)
  if (isDraftType(type)) return listDraftColumns(stored)
  return type ? listSources(type, stored) : stored
}

export const listNeededFields = (
  context: ReadContext,
  of: Collection,
  { fields, related = [] }: Selection,
): readonly string[] => [
  ...new Set([
    ...listStoredFields(context, of, fields),
    ...(showsActions({ fields }) ? listFieldsForActions(context, of) : []),
    ...(hasProfile(context, of) ? ['id', 'deleted'] : []),
    ...listFieldsForMasks(context, of, fields),
    ...listFieldsForReplay(context, of),
    ...related.flatMap((each) => listFieldsForRelation(context, of, each)),
  ]),
]

/** The fields of a row that decide what the caller may do, and that nothing else needs. */
export const listOnlyForActions = (
  context: ReadContext,
  of: Collection,
  { fields, ...select }: Selection,
): ReadonlySet<string> => {
  const others = fields.filter((field) => field !== AVAILABLE_ACTIONS)
  const needed = listNeededFields(context, of, { ...select, fields: others })
  return new Set(listFieldsForActions(context, of).filter((field) => !needed.includes(field)))
}

/** The refusals of the arguments of a list. */
const OF_ARGUMENTS: ReadonlySet<string> = new Set([
  'BAD_USER_INPUT',
  'QUERY_TOO_COMPLEX',
  'UNAUTHENTICATED',
  'FORBIDDEN',
])

/** The result of the work, or a refusal as a value: the refusal of one relation does not affect its siblings. */
export const catchRefusal = <Result>(work: () => Result): Result | ContentError => {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContentError && OF_ARGUMENTS.has(error.code)) return error
    throw error
  }
}

/** The relation with its filter, its order and its window. @throws BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, QUERY_TOO_COMPLEX. */
export const checkRelation = (
  context: ReadContext,
  of: Collection,
  given: RelatedSelection,
): RelatedSelection => {
  const related = withWindow(context, withListInput(context, of, given))
  const { to } = context.model.relation(of, given.relation)
  const type = context.model.typeOf(to)
  for (const by of related.page?.countBy ?? []) if (type) findCountedValues(context, type, by)
  return related
}

/** C5.5, C5.6: the relation with a checked window; a page has its own window. @throws BAD_USER_INPUT. */
const withWindow = ({ cursors }: ReadContext, related: RelatedSelection): RelatedSelection => {
  const { page, window, farther, orderBy = [], select } = related
  if (page === undefined)
    return window ? { ...related, window: createWindow(window.limit, window.offset, farther) } : related
  const fields = [...new Set([...select.fields, ...orderBy.map(({ by }) => by)])]
  const { isBackward = false, before = null } = page
  const parse = (cursor: string | null, argument: CursorArgument) =>
    cursor === null ? undefined : parseCursor(cursors, orderBy, cursor, argument).row
  const [from, to] = [parse(page.after, 'after'), parse(before, 'before')]
  return {
    ...related,
    select: { ...select, fields },
    window: createPageWindow(page.first, isBackward),
    ...(from && { after: from }),
    ...(to && { before: to }),
    ...(isBackward && { isBackward }),
  }
}

/** C13.4: comments of an article are counted as far as all lists of a root field. */
export const findCountLimit = ({ model }: Pick<ModelContext, 'model'>, to: Collection): number =>
  model.typeOf(to)?.custom?.isCountedFar ? COUNT_LIMIT : NESTED_COUNT_LIMIT

/** The names of the numbers of a page in the row of its parent. */
export const nameTotal = ({ as }: RelatedSelection): string => `${as} total`
export const nameTally = ({ as }: RelatedSelection, by: string, place: number): string =>
  `${as} ${by} ${place}`

/** The numbers that a page of a relation shows. */
const createTallies = (context: ReadContext, to: Collection, related: RelatedSelection): readonly Tally[] => {
  const { page, where = allOf() } = related
  const atMost = findCountLimit(context, to) + 1
  const type = context.model.typeOf(to)
  if (page === undefined || type === undefined) return []
  const total = page.isCounted ? [{ as: nameTotal(related), where, atMost }] : []
  const byValue = (page.countBy ?? []).flatMap((by) =>
    findCountedValues(context, type, by).values.map((each, place) => ({
      as: nameTally(related, by, place),
      where: allOf(where, each.where),
      atMost: NESTED_COUNT_LIMIT + 1,
    })),
  )
  return [...total, ...byValue]
}

/** C13.2, C17.4: a list shows deleted records only if its filter names the trash. */
const filterList = (context: ReadContext, { to, isLink }: Relation, { list }: RelatedSelection) => {
  const filters = [list?.where, ...(list?.parts ?? []).map((part) => part.where)]
  const type = context.model.typeOf(to)
  if (type && filters.some((given) => namesTrash(type, given))) return filterWithTrash(context, to)
  return isLink ? filterMembers(context, to) : filterListed(context, to)
}

const filterRelation = (
  context: ReadContext,
  of: Collection,
  given: RelatedSelection,
): readonly RelatedSelection[] => {
  const related = catchRefusal(() => checkRelation(context, of, given))
  if (related instanceof ContentError) return []
  const relation = context.model.relation(of, related.relation)
  const { to, kind } = relation
  const select = withPermissionFilters(context, to, related.select)
  if (kind === 'many') {
    const where = allOf(filterList(context, relation, related), related.where)
    return [{ ...related, select, where, tallies: createTallies(context, to, { ...related, where }) }]
  }
  return [
    isFiltered(context, relation)
      ? { ...related, select, where: filterLinked(context, to) }
      : { ...related, select },
  ]
}

/**
 * The selection with a permission filter at every relation, so that no forbidden row leaves the store, and without the
 * relations whose arguments are refused.
 */
export const withPermissionFilters = (
  context: ReadContext,
  of: Collection,
  select: Selection,
): Selection => ({
  fields: listNeededFields(context, of, select),
  related: [
    ...(select.related ?? []).flatMap((related) => filterRelation(context, of, related)),
    ...selectLiked(context, of, select),
    ...(showsActions(select) ? selectOwnDraft(context, of) : []),
  ],
})
