import type { Condition } from '@content-service/authz'
import { may, createRefusal } from './access.ts'
import type { Collection } from './reading.ts'
import { connectionOf, countOf, type Connection } from './connection.ts'
import type { Permission } from './content-policy.ts'
import type { Context } from './context.ts'
import { checkList, positionOf } from './cursor.ts'
import { ContentError } from './errors.ts'
import {
  countedBy,
  fieldsToDecide,
  gateOf,
  isChecked,
  findMasks,
  orRefusal,
  permitted,
  windowed,
  type Asking,
} from './permitted-selection.ts'
import { type Query, type RelatedPage, type RelatedSelection, type Row, type Selection } from './reading.ts'
import { createShownRecord } from './shown-records.ts'
import { GHOST } from './users/ghost.ts'
import { PRIVATE_FIELDS, publicProfile } from './users/private-fields.ts'

const ghostRow = (asking: Asking, select: Selection, row: Row): Row => ({
  ...Object.fromEntries(
    fieldsToDecide(asking, 'users', select).map((field) => [field, (GHOST as unknown as Row)[field] ?? null]),
  ),
  ...Object.fromEntries(
    (select.related ?? []).map(({ as }) => [as, row[as] instanceof ContentError ? row[as] : []]),
  ),
})

/** Null or masked for other callers (C3.7). */
const isPrivate = (field: string): boolean => (PRIVATE_FIELDS as readonly string[]).includes(field)

const profileOf = (asking: Asking, select: Selection, row: Row): Row => {
  const isWhole = may(asking, 'users:read', { id: row['id'] })
  if (!isWhole && asking.response && select.fields.some(isPrivate)) throw createRefusal(asking, 'users:read')
  if (isWhole && select.fields.some((field) => isPrivate(field) || field === 'email'))
    note(asking, 'users:read', row)
  return isWhole ? row : publicProfile(row)
}

const shownUser = (asking: Asking, select: Selection, row: Row): Row =>
  profileOf(asking, select, row['deleted'] === true ? ghostRow(asking, select, row) : row)

/** C12.16: a permission by which the response to a write shows a record. */
const note = (asking: Asking, permission: Permission, record: Row): void =>
  void asking.response?.push(createShownRecord(asking, permission, record))

/** A record of a list, or at the top. The public profile of a user needs no permission. */
const noteRow = (asking: Asking, of: Collection, row: Row): Row => {
  const permission = asking.model.readPermission(of)
  if (permission && (of !== 'users' || may(asking, permission, row))) note(asking, permission, row)
  return row
}

/** C5.4: a page of what belongs to one row, under a name that the row's id makes its own. */
const connected = (
  { cursors }: Asking,
  related: RelatedSelection & { readonly page: RelatedPage },
  parent: Row,
  rows: readonly Row[],
): Connection => {
  const { page, orderBy = [] } = related
  const name = `${related.relation} of ${String(parent['id'])}`
  if (page.after !== null) checkList(positionOf(cursors, orderBy, page.after), name)
  const totalCount = () => countOf(parent[countedBy(related)] as number)
  return connectionOf(rows, page, { name, orderBy, signer: cursors, totalCount })
}

const hasPage = (related: RelatedSelection): related is RelatedSelection & { readonly page: RelatedPage } =>
  related.page !== undefined

/** C12.16: a query shows null or an error in the place of the relation; the response to a write is refused. */
const refuseOrShow = <InItsPlace>(
  asking: Asking,
  permission: Permission,
  inItsPlace: InItsPlace,
): InItsPlace => {
  if (asking.response) throw createRefusal(asking, permission)
  return inItsPlace
}

const showOne = (asking: Asking, of: Collection, related: RelatedSelection, parent: Row): unknown => {
  const relation = asking.model.relation(of, related.relation)
  const { to, here } = relation
  const value = parent[related.as] as Row | null
  const permission = isChecked(relation) ? asking.model.readPermission(to) : null
  // The store has left out the record that the key names.
  if (permission && value === null && parent[here] !== null)
    return refuseOrShow(asking, permission, createRefusal(asking, permission))
  if (value && permission) noteRow(asking, to, value)
  return value && shown(asking, to, related.select, value)
}

/** @throws BAD_USER_INPUT for a relation that cannot be read as it was asked for. */
const shownRelated = (asking: Asking, of: Collection, related: RelatedSelection, parent: Row): unknown => {
  const { to, kind } = asking.model.relation(of, related.relation)
  const gate = gateOf(of, related)
  if (gate && !may(asking, gate.permission, parent)) return refuseOrShow(asking, gate.permission, null)
  if (gate) note(asking, gate.permission, parent)
  windowed(asking, related)
  if (kind === 'one') return showOne(asking, of, related, parent)
  // The store answers a relation to many records with a list.
  const rows = (parent[related.as] as readonly Row[]).map((row) =>
    shown(asking, to, related.select, noteRow(asking, to, row)),
  )
  return hasPage(related) ? connected(asking, related, parent, rows) : rows
}

const withShownRelated = (asking: Asking, of: Collection, select: Selection, row: Row): Row => {
  const show = (each: RelatedSelection): unknown => shownRelated(asking, of, each, row)
  // An error would leave the client without data, although the write is done: the response to a write is refused.
  const showInItsPlace = asking.response ? show : (each: RelatedSelection) => orRefusal(() => show(each))
  const related = (select.related ?? []).map((each) => [each.as, showInItsPlace(each)])
  return related.length > 0 ? { ...row, ...Object.fromEntries(related) } : row
}

/** Null in the place of each attribute that a declaration hides from the caller. */
export const maskRow = <R extends Row>(
  asking: Pick<Asking, 'caller' | 'policy' | 'model'>,
  of: Collection,
  row: R,
): R => {
  const hidden = Object.entries(findMasks(asking, of)).filter(
    ([name, permission]) => name in row && !may(asking, permission, row),
  )
  return hidden.length === 0 ? row : { ...row, ...Object.fromEntries(hidden.map(([name]) => [name, null])) }
}

/** The row as the caller may see it: masked where C3.7 says so, ghosts for the soft-deleted, all levels down. */
const shown = (asking: Asking, of: Collection, select: Selection, row: Row): Row => {
  const whole = withShownRelated(asking, of, select, row)
  return of === 'users' ? shownUser(asking, select, whole) : maskRow(asking, of, whole)
}

const find = (context: Context, query: Query): Promise<readonly Row[]> =>
  context.stores.reader.find({ ...query, select: permitted(context, query.from, query.select) })

/** Reads rows and shows of them what the caller may see. `query.where` is the caller's own business at the top. */
export const readShown = async (context: Context, query: Query): Promise<readonly Row[]> => {
  const rows = await find(context, query)
  return rows.map((row) => shown(context, query.from, query.select, noteRow(context, query.from, row)))
}

/** `readShown` for users among whom the soft-deleted are asked for by name: those at the top are shown as themselves. */
export const readShownWithDeleted = async (context: Context, query: Query): Promise<readonly Row[]> => {
  const rows = await find(context, query)
  return rows.map((row) =>
    profileOf(context, query.select, withShownRelated(context, 'users', query.select, row)),
  )
}

/** One row by a condition, or null. */
export const readOne = async (
  context: Context,
  from: Collection,
  where: Condition,
  select: Selection,
): Promise<Row | null> => {
  const rows = await readShown(context, { from, where, orderBy: [], window: { limit: 1, offset: 0 }, select })
  return rows[0] ?? null
}
