import type { Condition } from '@content-service/authz'
import { may } from './access.ts'
import { connectionOf, countOf, type Connection } from './connection.ts'
import type { Context } from './context.ts'
import type { Permission } from './content-policy.ts'
import { checkList, positionOf, windowOfPage } from './cursor.ts'
import {
  allOf,
  relationOf,
  type Collection,
  type Query,
  type RelatedPage,
  type RelatedSelection,
  type Row,
  type Selection,
} from './reading.ts'
import { GHOST } from './users/ghost.ts'
import { publicProfile } from './users/private-fields.ts'
import { shownRows } from './visible-rows.ts'

type Asking = Pick<Context, 'caller' | 'policy' | 'cursors'>

interface Gate {
  readonly permission: Permission
  /** What of the row the permission is decided by. */
  readonly by: readonly string[]
}

/** Relations that are null for who does not hold a permission on the row itself. */
const GATES: Readonly<Partial<Record<Collection, Readonly<Record<string, Gate>>>>> = {
  // C4.4.
  articles: { revisions: { permission: 'articles:write', by: ['ownerId', 'status'] } },
}

const gateOf = (of: Collection, { relation }: RelatedSelection): Gate | undefined => GATES[of]?.[relation]

/** C5.4: counts that a row carries already, so that the pages of many rows are counted without a statement each. */
const COUNTED_BY: Readonly<Record<string, string>> = { comments: 'commentCount' }

const countedBy = ({ relation }: RelatedSelection): string => {
  const attribute = COUNTED_BY[relation]
  if (attribute === undefined) throw new Error(`${relation} cannot be read as a connection`)
  return attribute
}

/** What of a row has to be known to decide what of it is shown, and to page through what it leads to. */
const neededFor = (of: Collection, related: RelatedSelection): readonly string[] => [
  ...(gateOf(of, related)?.by ?? []),
  ...(related.page ? ['id', ...(related.page.isCounted ? [countedBy(related)] : [])] : []),
]

const fieldsToDecide = (of: Collection, { fields, related = [] }: Selection): readonly string[] => [
  ...new Set([
    ...fields,
    ...(of === 'users' ? ['id', 'deleted'] : []),
    ...related.flatMap((each) => neededFor(of, each)),
  ]),
]

/** A page as the window that reads it. */
const windowed = ({ cursors }: Asking, related: RelatedSelection): RelatedSelection => {
  const { page, orderBy = [], select } = related
  if (page === undefined) return related
  const fields = [...new Set([...select.fields, ...orderBy.map(({ by }) => by)])]
  const after = page.after === null ? undefined : positionOf(cursors, orderBy, page.after).row
  return {
    ...related,
    select: { ...select, fields },
    window: windowOfPage(page.first),
    ...(after && { after }),
  }
}

const permittedRelation = (asking: Asking, of: Collection, given: RelatedSelection): RelatedSelection => {
  const related = windowed(asking, given)
  const { to, kind } = relationOf(of, related.relation)
  const select = permitted(asking, to, related.select)
  // To-one needs no filter: the owner or author of anything readable is readable (C7.9), and a comment's article with it.
  return kind === 'one'
    ? { ...related, select }
    : { ...related, select, where: allOf(shownRows(asking, to), related.where) }
}

/** The selection with a permission filter at every list below it, so that nothing else leaves the store. */
const permitted = (asking: Asking, of: Collection, select: Selection): Selection => ({
  fields: fieldsToDecide(of, select),
  related: (select.related ?? []).map((related) => permittedRelation(asking, of, related)),
})

const ghostRow = (select: Selection): Row => ({
  ...Object.fromEntries(
    fieldsToDecide('users', select).map((field) => [field, (GHOST as unknown as Row)[field] ?? null]),
  ),
  ...Object.fromEntries((select.related ?? []).map(({ as }) => [as, []])),
})

const profileOf = (asking: Asking, row: Row): Row =>
  may(asking, 'users:read', { id: row['id'] }) ? row : publicProfile(row)

const shownUser = (asking: Asking, select: Selection, row: Row): Row =>
  profileOf(asking, row['deleted'] === true ? ghostRow(select) : row)

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
  return connectionOf(rows, page, { name, orderBy, sealer: cursors, totalCount })
}

const hasPage = (related: RelatedSelection): related is RelatedSelection & { readonly page: RelatedPage } =>
  related.page !== undefined

const shownRelated = (asking: Asking, of: Collection, related: RelatedSelection, parent: Row): unknown => {
  const { to } = relationOf(of, related.relation)
  const gate = gateOf(of, related)
  if (gate && !may(asking, gate.permission, parent)) return null
  const value = parent[related.as]
  const show = (row: Row): Row => shown(asking, to, related.select, row)
  if (!Array.isArray(value)) return value && show(value as Row)
  const rows = value.map(show)
  return hasPage(related) ? connected(asking, related, parent, rows) : rows
}

const withShownRelated = (asking: Asking, of: Collection, select: Selection, row: Row): Row => {
  const related = (select.related ?? []).map((each) => [each.as, shownRelated(asking, of, each, row)])
  return related.length > 0 ? { ...row, ...Object.fromEntries(related) } : row
}

/** The row as the caller may see it: masked where C3.7 says so, ghosts for the soft-deleted, all levels down. */
const shown = (asking: Asking, of: Collection, select: Selection, row: Row): Row => {
  const whole = withShownRelated(asking, of, select, row)
  return of === 'users' ? shownUser(asking, select, whole) : whole
}

const find = (context: Context, query: Query): Promise<readonly Row[]> =>
  context.stores.reader.find({ ...query, select: permitted(context, query.from, query.select) })

/** Reads rows and shows of them what the caller may see. `query.where` is the caller's own business at the top. */
export const readShown = async (context: Context, query: Query): Promise<readonly Row[]> => {
  const rows = await find(context, query)
  return rows.map((row) => shown(context, query.from, query.select, row))
}

/** `readShown` for users among whom the soft-deleted are asked for by name: those at the top are shown as themselves. */
export const readShownWithDeleted = async (context: Context, query: Query): Promise<readonly Row[]> => {
  const rows = await find(context, query)
  return rows.map((row) => profileOf(context, withShownRelated(context, 'users', query.select, row)))
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
