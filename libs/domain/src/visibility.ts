import type { Condition } from '@content-service/authz'
import { may, createRefusal } from './access.ts'
import type { Collection } from './reading.ts'
import { createConnection, createCount, type Connection } from './connection.ts'
import type { Permission } from './content-policy.ts'
import type { Context } from './context.ts'
import { checkList, parseCursor } from './cursor.ts'
import { ContentError } from './errors.ts'
import {
  findCountAttribute,
  listNeededFields,
  findRelationPermission,
  needsPermission,
  findMasks,
  catchRefusal,
  withPermissionFilters,
  withWindow,
  type ReadContext,
} from './permission-filters.ts'
import { type Query, type RelatedPage, type RelatedSelection, type Row, type Selection } from './reading.ts'
import { createShownRecord } from './shown-records.ts'
import { findType } from './model/find-type.ts'
import { GHOST } from './users/ghost.ts'
import { toPublicProfile } from './users/private-fields.ts'
import { User } from './users/user.ts'

const toGhostRow = (context: ReadContext, select: Selection, row: Row): Row => ({
  ...Object.fromEntries(
    listNeededFields(context, 'users', select).map((field) => [
      field,
      (GHOST as unknown as Row)[field] ?? findType(context.model, User).attributes[field]?.initial ?? null,
    ]),
  ),
  ...Object.fromEntries(
    (select.related ?? []).map(({ as }) => [as, row[as] instanceof ContentError ? row[as] : []]),
  ),
})

/** A user as it was read; the permission filters of the read ask for these columns. */
interface UserPart extends Row {
  readonly id?: unknown
  readonly deleted?: unknown
}

const showProfile = (context: ReadContext, select: Selection, row: UserPart): Row => {
  const masks = findMasks(context, 'users')
  const isPrivate = (field: string): boolean => Object.hasOwn(masks, field)
  const isWhole = may(context, 'users:read', { id: row.id })
  if (!isWhole && context.response && select.fields.some(isPrivate))
    throw createRefusal(context, 'users:read')
  if (isWhole && select.fields.some((field) => isPrivate(field) || field === 'email'))
    note(context, 'users:read', row)
  return isWhole ? maskRow(context, 'users', row) : toPublicProfile(row, masks)
}

const toVisibleUser = (context: ReadContext, select: Selection, row: UserPart): Row =>
  showProfile(context, select, row.deleted === true ? toGhostRow(context, select, row) : row)

/** C12.16: notes the permission by which the response to a write shows a record. */
const note = (context: ReadContext, permission: Permission, record: Row): void =>
  void context.response?.push(createShownRecord(context, permission, record))

/** Notes a record of a list or of the top level. The public profile of a user needs no permission. */
const noteRow = (context: ReadContext, of: Collection, row: Row): Row => {
  const permission = context.model.readPermission(of)
  if (permission && (of !== 'users' || may(context, permission, row))) note(context, permission, row)
  return row
}

/** C5.4: a page of a relation of one row. The name of the list contains the id of the row, so that it is unique. */
const connectRelated = (
  { cursors }: ReadContext,
  related: RelatedSelection & { readonly page: RelatedPage },
  parent: Row,
  rows: readonly Row[],
): Connection => {
  const { page, orderBy = [] } = related
  const name = `${related.relation} of ${String(parent['id'])}`
  if (page.after !== null) checkList(parseCursor(cursors, orderBy, page.after), name)
  const totalCount = () => createCount(parent[findCountAttribute(related)] as number)
  return createConnection(rows, page, { name, orderBy, signer: cursors, totalCount })
}

const hasPage = (related: RelatedSelection): related is RelatedSelection & { readonly page: RelatedPage } =>
  related.page !== undefined

/** C12.16: a query shows null or an error in the place of the relation; a write is refused instead. */
const refuseOrShow = <InItsPlace>(
  context: ReadContext,
  permission: Permission,
  inItsPlace: InItsPlace,
): InItsPlace => {
  if (context.response) throw createRefusal(context, permission)
  return inItsPlace
}

const showOne = (context: ReadContext, of: Collection, related: RelatedSelection, parent: Row): unknown => {
  const relation = context.model.relation(of, related.relation)
  const { to, here } = relation
  const value = parent[related.as] as Row | null
  const permission = needsPermission(relation) ? context.model.readPermission(to) : null
  // The record of the key exists, and the store has left it out because of its permission filter.
  if (permission && value === null && parent[here] !== null)
    return refuseOrShow(context, permission, createRefusal(context, permission))
  if (value && permission) noteRow(context, to, value)
  return value && toVisibleRow(context, to, related.select, value)
}

/** @throws BAD_USER_INPUT for a relation with a wrong argument. */
const showRelated = (
  context: ReadContext,
  of: Collection,
  related: RelatedSelection,
  parent: Row,
): unknown => {
  const { to, kind } = context.model.relation(of, related.relation)
  const gate = findRelationPermission(of, related)
  if (gate && !may(context, gate.permission, parent)) return refuseOrShow(context, gate.permission, null)
  if (gate) note(context, gate.permission, parent)
  withWindow(context, related)
  if (kind === 'one') return showOne(context, of, related, parent)
  // The store answers a relation to many records with a list.
  const rows = (parent[related.as] as readonly Row[]).map((row) =>
    toVisibleRow(context, to, related.select, noteRow(context, to, row)),
  )
  return hasPage(related) ? connectRelated(context, related, parent, rows) : rows
}

const addRelated = (context: ReadContext, of: Collection, select: Selection, row: Row): Row => {
  const show = (each: RelatedSelection): unknown => showRelated(context, of, each, row)
  // An error in the response would leave the client without data after a completed write: the write is refused instead.
  const showInItsPlace = context.response ? show : (each: RelatedSelection) => catchRefusal(() => show(each))
  const related = (select.related ?? []).map((each) => [each.as, showInItsPlace(each)])
  return related.length > 0 ? { ...row, ...Object.fromEntries(related) } : row
}

/** Replaces each attribute that a declaration hides from the caller by null. */
export const maskRow = <R extends Row>(
  context: Pick<ReadContext, 'caller' | 'policy' | 'model'>,
  of: Collection,
  row: R,
): R => {
  const hidden = Object.entries(findMasks(context, of)).filter(
    ([name, permission]) => name in row && !may(context, permission, row),
  )
  return hidden.length === 0 ? row : { ...row, ...Object.fromEntries(hidden.map(([name]) => [name, null])) }
}

/**
 * The row as the caller may see it, at all depths: masked (C3.7), and with the ghost in the place of soft-deleted
 * users.
 */
const toVisibleRow = (context: ReadContext, of: Collection, select: Selection, row: Row): Row => {
  const whole = addRelated(context, of, select, row)
  return of === 'users' ? toVisibleUser(context, select, whole) : maskRow(context, of, whole)
}

const find = (context: Context, query: Query): Promise<readonly Row[]> =>
  context.stores.reader.find({ ...query, select: withPermissionFilters(context, query.from, query.select) })

/**
 * Reads rows and returns the parts that the caller may see. `query.where` must contain the permission filter of the
 * rows.
 */
export const readVisible = async (context: Context, query: Query): Promise<readonly Row[]> => {
  const rows = await find(context, query)
  return rows.map((row) => toVisibleRow(context, query.from, query.select, noteRow(context, query.from, row)))
}

/**
 * `readVisible` for a list that names soft-deleted users in its filter: these users appear as themselves at the top
 * level.
 */
export const readVisibleWithDeleted = async (context: Context, query: Query): Promise<readonly Row[]> => {
  const rows = await find(context, query)
  return rows.map((row) =>
    showProfile(context, query.select, addRelated(context, 'users', query.select, row)),
  )
}

/** Reads the first row that meets a condition; null if there is none. */
export const readOne = async (
  context: Context,
  from: Collection,
  where: Condition,
  select: Selection,
): Promise<Row | null> => {
  const rows = await readVisible(context, {
    from,
    where,
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select,
  })
  return rows[0] ?? null
}
