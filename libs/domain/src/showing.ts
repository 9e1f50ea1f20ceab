import { or, where, type Condition } from '@content-service/authz'
import { may, readable } from './access.ts'
import type { Context } from './context.ts'
import {
  allOf,
  relationOf,
  type Collection,
  type Query,
  type RelatedSelection,
  type Row,
  type Selection,
} from './reading.ts'
import { GHOST } from './users/ghost.ts'
import { publicProfile } from './users/private-fields.ts'
import { GHOST_ID } from './users/user.ts'

type Asking = Pick<Context, 'caller' | 'policy'>

const user = where<{ id: number; deleted: boolean; isPublic: boolean }>()
const article = where<{ status: string }>()
const comment = where<{ articleStatus: string }>()

export const NOTHING: Condition = or()

/** C3.5: the ghost and the soft-deleted are in no list and no search. */
export const LISTED_USERS: Condition = allOf(user.deleted.eq(false), user.id.ne(GHOST_ID))

/** C7.9: the users whose profile the caller sees: public ones, and those that `users:read` opens. */
export const visibleUsers = (asking: Asking): Condition =>
  or(user.isPublic.eq(true), readable(asking, 'users:read') ?? NOTHING)

/** C4.5: what the caller may read of each collection, without being asked for more by name. */
const rowsShown: Readonly<Record<Collection, (asking: Asking) => Condition>> = {
  users: (asking) => allOf(LISTED_USERS, visibleUsers(asking)),
  articles: (asking) => allOf(article.status.ne('DELETED'), readable(asking, 'articles:read') ?? NOTHING),
  comments: (asking) =>
    allOf(comment.articleStatus.ne('DELETED'), readable(asking, 'comments:read') ?? NOTHING),
  products: (asking) => readable(asking, 'products:read') ?? NOTHING,
  categories: (asking) => readable(asking, 'products:read') ?? NOTHING,
  follows: () => NOTHING,
  apiKeys: (asking) => readable(asking, 'api-keys:read') ?? NOTHING,
  auditEntries: (asking) => readable(asking, 'audit:read') ?? NOTHING,
}

export const shownRows = (asking: Asking, of: Collection): Condition => rowsShown[of](asking)

/** Whom a row is about has to be known to decide what of it is shown. */
const fieldsToDecide = (of: Collection, fields: readonly string[]): readonly string[] =>
  of === 'users' ? [...new Set([...fields, 'id', 'deleted'])] : fields

const permittedRelation = (asking: Asking, of: Collection, related: RelatedSelection): RelatedSelection => {
  const { to, kind } = relationOf(of, related.relation)
  const select = permitted(asking, to, related.select)
  // To-one needs no filter: the owner or author of anything readable is readable (C7.9), and a comment's article with it.
  return kind === 'one'
    ? { ...related, select }
    : { ...related, select, where: allOf(shownRows(asking, to), related.where) }
}

/** The selection with a permission filter at every list below it, so that nothing else leaves the store. */
const permitted = (asking: Asking, of: Collection, select: Selection): Selection => ({
  fields: fieldsToDecide(of, select.fields),
  related: (select.related ?? []).map((related) => permittedRelation(asking, of, related)),
})

const ghostRow = (select: Selection): Row => ({
  ...Object.fromEntries(
    fieldsToDecide('users', select.fields).map((field) => [field, (GHOST as unknown as Row)[field] ?? null]),
  ),
  ...Object.fromEntries((select.related ?? []).map(({ as }) => [as, []])),
})

const profileOf = (asking: Asking, row: Row): Row =>
  may(asking, 'users:read', { id: row['id'] }) ? row : publicProfile(row)

const shownUser = (asking: Asking, select: Selection, row: Row): Row =>
  profileOf(asking, row['deleted'] === true ? ghostRow(select) : row)

const shownRelated = (asking: Asking, of: Collection, related: RelatedSelection, value: unknown): unknown => {
  const { to } = relationOf(of, related.relation)
  const show = (row: Row): Row => shown(asking, to, related.select, row)
  return Array.isArray(value) ? value.map(show) : value && show(value as Row)
}

const withShownRelated = (asking: Asking, of: Collection, select: Selection, row: Row): Row => {
  const related = (select.related ?? []).map((each) => [
    each.as,
    shownRelated(asking, of, each, row[each.as]),
  ])
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
