import type { Condition } from '@content-service/authz'
import { may, createRefusal, createForbidden } from '../access/access.ts'
import { listReadComputed } from '../model/computed/computed-values.ts'
import type { Collection, Relation } from '../model/collections.ts'
import type { Permission } from '../access/content-policy.ts'
import { ContentError } from '../rules/errors.ts'
import {
  type Query,
  type Reader,
  type RelatedSelection,
  type Row,
  type Selection,
} from '../reading/reading.ts'
import {
  checkRelation,
  listNeededFields,
  listOnlyForActions,
  findRelationPermission,
  needsPermission,
  findMasks,
  catchRefusal,
  withPermissionFilters,
} from './permission-filters.ts'
import { addCosts, type ListCost } from './lists/list-price.ts'
import { addComputed } from './computed-rows.ts'
import { computeNestedCost } from './lists/nested-cost.ts'
import { connectRelated, createEmptyList, hasPage } from './related-connection.ts'
import { addActions, NO_ACTIONS, showsActions } from './shown-actions.ts'
import { PausedWork } from './paused-work.ts'
import { addLiked, asksLiked } from './shown-likes.ts'
import { noteShown, showMasked } from './masked-rows.ts'
import { toPublicProfile } from './public-profile.ts'
import type { ReadContext, ReaderContext } from './read-context.ts'
import { hideLinksInParts, withPartLinks } from './shown-part-links.ts'
import { showKept } from './shown-kept.ts'
import { hasProfile } from './visible-rows.ts'

/** Makes the part of a row that the caller may see. The caller is known only with the request. */
export type Show = (context: ReadContext, row: Row, work: PausedWork) => Row

/** A read before it runs: the query with its permission filters, and the function that shows its rows. */
export interface PlannedRead {
  readonly query: Query
  readonly show: Show
  /** What the filters and orders of its lists ask of the database (C13.6). */
  readonly cost: ListCost
}

/** A query whose filter and order have a cost. */
export interface CostedQuery extends Query {
  readonly cost?: ListCost
  /** Whether the window has a row more than the page, which shows whether more rows follow. */
  readonly looksAhead?: true
}

const createGhost = (context: ReadContext, select: Selection): Row => ({
  ...Object.fromEntries(
    listNeededFields(context, 'users', select).map((field) => [
      field,
      context.model.ghost[field] ?? context.model.typeNamed('User').attributes[field]?.initial ?? null,
    ]),
  ),
  ...(showsActions(select) && NO_ACTIONS),
})

const showGhost = (context: ReadContext, select: Selection): Show => {
  const ghost = createGhost(context, select)
  const lists = (select.related ?? []).map((each) => [each.as, createEmptyList(each)] as const)
  return (_, row) => ({
    ...ghost,
    ...Object.fromEntries(
      lists.map(([as, empty]) => [as, row[as] instanceof ContentError ? row[as] : empty]),
    ),
  })
}

/** A user as it was read; the permission filters of the read ask for these columns. */
interface UserPart extends Row {
  readonly id?: unknown
  readonly deleted?: unknown
}

const showAsIs = (_: unknown, row: Row): Row => row

/** C16.2: the values that reads compute, from fields that no mask has changed yet. */
const showComputed = ({ model }: ReadContext, of: Collection, { fields }: Selection): Show => {
  const type = model.typeOf(of)
  return type && listReadComputed(type, fields).length > 0 ? addComputed(type, fields) : showAsIs
}

const showProfile = (context: ReadContext, select: Selection): Show =>
  combine(showComputed(context, 'users', select), showMaskedProfile(context, select))

const showMaskedProfile = (context: ReadContext, select: Selection): Show => {
  const masks = findMasks(context, 'users')
  const hasPrivate = select.fields.some((field) => Object.hasOwn(masks, field))
  if (!hasPrivate && !select.fields.includes('email')) return showAsIs
  const mask = showMasked(context, 'users') ?? showAsIs
  return (context, row: UserPart) => {
    const isWhole = may(context, 'users:read', { id: row.id })
    if (!isWhole && context.response && hasPrivate) throw createRefusal(context, 'users:read')
    if (isWhole) noteShown(context, 'users:read', row)
    return isWhole ? mask(context, row) : toPublicProfile(row, masks)
  }
}

const showUser = (context: ReadContext, select: Selection): Show => {
  const [asGhost, asProfile] = [showGhost(context, select), showProfile(context, select)]
  return (context, row: UserPart, work) =>
    asProfile(context, row.deleted === true ? asGhost(context, row, work) : row, work)
}

/** Notes a record of a list or of the top level. The public profile of a user needs no permission. */
const noteRow = (context: ReadContext, of: Collection, row: Row): void => {
  if (context.response === undefined) return
  const permission = context.model.readPermission(of)
  if (permission && (!hasProfile(context, of) || may(context, permission, row)))
    noteShown(context, permission, row)
}

/** C12.16: a query shows null or an error in the place of the relation; a write is refused instead. */
const refuseOrShow = <InItsPlace>(
  context: ReadContext,
  permission: Permission,
  inItsPlace: InItsPlace,
): InItsPlace => {
  if (context.response) throw createRefusal(context, permission)
  return inItsPlace
}

/** The value of a relation in the row that is shown. */
type ShowRelation = (context: ReadContext, parent: Row, work: PausedWork) => unknown

const showOne = (context: ReadContext, relation: Relation, related: RelatedSelection): ShowRelation => {
  const { to, here } = relation
  const { as, isNullable = false } = related
  const show = createShow(context, to, related.select)
  const permission = needsPermission(context, relation) ? context.model.readPermission(to) : null
  return (context, parent, work) => {
    const value = parent[as] as Row | null
    // The record of the key exists, and the store has left it out because of its permission filter.
    if (permission && value === null && !isNullable && parent[here] !== null)
      return refuseOrShow(context, permission, createForbidden(context, permission))
    if (value && permission) noteRow(context, to, value)
    return value && show(context, value, work)
  }
}

const showMany = (context: ReadContext, { to }: Relation, related: RelatedSelection): ShowRelation => {
  const show = createShow(context, to, related.select)
  return (context, parent, work) => {
    // The store answers a relation to many records with a list.
    const rows = parent[related.as] as readonly Row[]
    const showRow = (row: Row): Row => {
      noteRow(context, to, row)
      return show(context, row, work)
    }
    if (!hasPage(related)) return work.map(rows, showRow)
    // A page copies its rows at once.
    return connectRelated(context, to, related, [parent, rows.map(showRow)])
  }
}

/** The shown relation; BAD_USER_INPUT for a relation with a wrong argument. */
const showChecked = (context: ReadContext, of: Collection, given: RelatedSelection): ShowRelation => {
  const related = catchRefusal(() => checkRelation(context, of, given))
  if (related instanceof ContentError)
    return () => {
      throw related
    }
  const relation = context.model.relation(of, given.relation)
  return relation.kind === 'one' ? showOne(context, relation, given) : showMany(context, relation, related)
}

const showRelated = (context: ReadContext, of: Collection, related: RelatedSelection): ShowRelation => {
  const show = showChecked(context, of, related)
  const gate = findRelationPermission(context, of, related)
  if (gate === undefined) return show
  return (context, parent, work) => {
    if (!may(context, gate.permission, parent)) return refuseOrShow(context, gate.permission, null)
    noteShown(context, gate.permission, parent)
    return show(context, parent, work)
  }
}

const showAllRelated = (context: ReadContext, of: Collection, { related = [] }: Selection): Show => {
  if (related.length === 0) return showAsIs
  const shows = related.map((each) => [each.as, showRelated(context, of, each)] as const)
  return (context, row, work) => {
    const shown: Record<string, unknown> = { ...row }
    for (const [as, show] of shows)
      // An error in the response would leave the client without data after a completed write: the write is refused instead.
      shown[as] = context.response ? show(context, row, work) : catchRefusal(() => show(context, row, work))
    return shown
  }
}

const combine = (first: Show, second: Show): Show => {
  if (first === showAsIs) return second
  return second === showAsIs
    ? first
    : (context, row, work) => second(context, first(context, row, work), work)
}

const showActions = (context: ReadContext, of: Collection, select: Selection): Show =>
  showsActions(select) ? addActions(of, listOnlyForActions(context, of, select)) : showAsIs

/** C17.5. */
const showLiked = (context: ReadContext, of: Collection, select: Selection): Show =>
  asksLiked(context, of, select) ? (_, row) => addLiked(row) : showAsIs

/** The actions and the related records of a row, which depend on fields that a mask can hide. */
const showDerived = (context: ReadContext, of: Collection, select: Selection): Show =>
  combine(showActions(context, of, select), showAllRelated(context, of, select))

/** C14.2: null in the place of each link in a part that does not show its record to the caller. */
const showParts = (context: ReadContext, of: Collection, select: Selection): Show => {
  const hide = hideLinksInParts(context, of, select)
  return hide === null ? showAsIs : (_, row) => hide(row)
}

/**
 * Shows rows as the caller may see them, at all depths: masked (C3.7), and with the ghost in the place of soft-deleted
 * users. The parts come first: they need the lists of linked records, and those of a large read are incomplete until
 * `PausedWork` has ended.
 */
const createShow = (context: ReadContext, of: Collection, select: Selection): Show =>
  combine(
    combine(showParts(context, of, select), showDerived(context, of, select)),
    hasProfile(context, of)
      ? showUser(context, select)
      : combine(
          combine(
            showKept(context, of, select) ?? showComputed(context, of, select),
            showLiked(context, of, select),
          ),
          showMasked(context, of) ?? showAsIs,
        ),
  )

/** The query with its permission filters, and the cost of all its lists. */
const planQuery = (
  context: ReadContext,
  { cost, looksAhead, ...query }: CostedQuery,
): Pick<PlannedRead, 'query' | 'cost'> => {
  const { from, select, window } = query
  const nested = computeNestedCost(context, from, select, window.limit - Number(looksAhead === true))
  return {
    query: { ...query, select: withPermissionFilters(context, from, select) },
    cost: addCosts(cost ? [cost, ...nested] : nested),
  }
}

/** Plans the read of rows. `query.where` must contain the permission filter of the rows. */
export const planVisible = (context: ReadContext, given: CostedQuery): PlannedRead => {
  const query = { ...given, select: withPartLinks(context, given.from, given.select) }
  return { ...planQuery(context, query), show: createShow(context, query.from, query.select) }
}

/**
 * `planVisible` for a list that names soft-deleted users in its filter: these users appear as themselves at the top
 * level.
 */
export const planVisibleWithDeleted = (context: ReadContext, given: CostedQuery): PlannedRead => {
  const query = { ...given, select: withPartLinks(context, given.from, given.select) }
  const show = combine(showDerived(context, 'users', query.select), showProfile(context, query.select))
  return { ...planQuery(context, query), show }
}

/** Shows the rows of a planned read to the caller. Between many of them, the process answers others. */
export const showRows = async (
  context: ReadContext,
  { query: { from }, show }: PlannedRead,
  rows: readonly Row[],
): Promise<readonly Row[]> => {
  const work = new PausedWork()
  const shown = work.map(rows, (row) => {
    noteRow(context, from, row)
    return show(context, row, work)
  })
  if (work.isUnfinished) await work.finish()
  return shown
}

/**
 * Charges for the lists of a read (C13.6), and runs it: a read that no index serves, or that looks for words, waits in the
 * queue of searches. So does a read through a link: only its prepared statement makes sure that the link leads to few records.
 */
export const runCharged = async <Result>(
  context: Pick<ReaderContext, 'quota' | 'inShare' | 'stores' | 'noteLists'>,
  { price, unserved, lead, lists, seeksWords }: ListCost,
  work: (reader: Reader) => Promise<Result>,
): Promise<Result> => {
  const { quota, inShare, stores, noteLists } = context
  const { reader } = stores
  noteLists?.(lists)
  if (price > 0) await quota.charge(price)
  const slow = unserved ?? lead?.path ?? null
  return slow === null && !seeksWords ? work(reader) : inShare(() => work(reader.asSearch(slow)))
}

/** Reads the rows of a planned read, and returns the parts that the caller may see. */
export const readPlanned = async (context: ReaderContext, planned: PlannedRead): Promise<readonly Row[]> =>
  showRows(context, planned, await runCharged(context, planned.cost, (reader) => reader.find(planned.query)))

/** Reads the first row of a planned read; null if there is none. */
export const readFirst = async (context: ReaderContext, planned: PlannedRead): Promise<Row | null> =>
  (await readPlanned(context, planned))[0] ?? null

/** Reads the visible parts of rows. `query.where` must contain the permission filter of the rows. */
export const readVisible = (context: ReaderContext, query: CostedQuery): Promise<readonly Row[]> =>
  readPlanned(context, planVisible(context, query))

/** Reads the first row that meets a condition; null if there is none. */
export const readOne = (
  context: ReaderContext,
  from: Collection,
  where: Condition,
  select: Selection,
): Promise<Row | null> =>
  readFirst(
    context,
    planVisible(context, { from, where, orderBy: [], window: { limit: 1, offset: 0 }, select }),
  )
