import type { Context } from './context.ts'
import type { Permission } from './content-policy.ts'
import type { Relation } from './collections.ts'
import type { Collection } from './reading.ts'
import { positionOf, windowOfPage } from './cursor.ts'
import { ContentError } from './errors.ts'
import { windowOf } from './page.ts'
import { allOf, type RelatedSelection, type Selection } from './reading.ts'
import { listFacts } from './shown-records.ts'
import { filterReadable, shownRows } from './visible-rows.ts'

/** Who reads, and what makes the cursors of what they read. */
export type Asking = Pick<Context, 'caller' | 'policy' | 'model' | 'cursors' | 'response'>

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

export const gateOf = (of: Collection, { relation }: RelatedSelection): Gate | undefined =>
  GATES[of]?.[relation]

/** C5.4: counts that a row carries already, so that the pages of many rows are counted without a statement each. */
const COUNTED_BY: Readonly<Record<string, string>> = { comments: 'commentCount' }

export const countedBy = ({ relation }: RelatedSelection): string => {
  const attribute = COUNTED_BY[relation]
  if (attribute === undefined) throw new Error(`${relation} cannot be read as a connection`)
  return attribute
}

/**
 * C12.17: a relation to one record shows the record only if the caller may read it. The exception is C7.9: the public
 * profile of the owner or author of a readable record is readable, and showing.ts masks the rest of the user.
 */
export const isChecked = ({ kind, to }: Relation): boolean => kind === 'one' && to !== 'users'

/** What of a row has to be known to decide what of it is shown, and to page through what it leads to. */
const neededFor = ({ model }: Asking, of: Collection, related: RelatedSelection): readonly string[] => {
  const relation = model.relation(of, related.relation)
  return [
    ...(gateOf(of, related)?.by ?? []),
    ...(isChecked(relation) ? [relation.here] : []),
    ...(related.page ? ['id', ...(related.page.isCounted ? [countedBy(related)] : [])] : []),
  ]
}

/** C12.16: the facts that a replay of the response is decided by. */
const neededForReplay = ({ response, model }: Asking, of: Collection): readonly string[] => {
  const permission = response && model.readPermission(of)
  return permission ? listFacts(model, permission) : []
}

const NO_MASKS: Readonly<Record<string, Permission>> = {}

/** For each masked attribute of a declared type, the permission that shows the attribute. */
export const findMasks = (
  { model }: Pick<Context, 'model'>,
  of: Collection,
): Readonly<Record<string, Permission>> => model.typeOf(of)?.masks ?? NO_MASKS

const neededForMasks = (asking: Asking, of: Collection, fields: readonly string[]): readonly string[] => {
  const masks = findMasks(asking, of)
  return fields.flatMap((field) => (masks[field] ? listFacts(asking.model, masks[field]) : []))
}

export const fieldsToDecide = (
  asking: Asking,
  of: Collection,
  { fields, related = [] }: Selection,
): readonly string[] => [
  ...new Set([
    ...fields,
    ...(of === 'users' ? ['id', 'deleted'] : []),
    ...neededForMasks(asking, of, fields),
    ...neededForReplay(asking, of),
    ...related.flatMap((each) => neededFor(asking, of, each)),
  ]),
]

/** What comes of the work, or BAD_USER_INPUT as a value: the refusal of one relation is none of its siblings'. */
export const orRefusal = <Result>(work: () => Result): Result | ContentError => {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContentError && error.code === 'BAD_USER_INPUT') return error
    throw error
  }
}

/** C5.5, C5.6: the relation with the window that reads it; a page has one of its own. @throws BAD_USER_INPUT. */
export const windowed = ({ cursors }: Asking, related: RelatedSelection): RelatedSelection => {
  const { page, window, farther, orderBy = [], select } = related
  if (page === undefined)
    return window ? { ...related, window: windowOf(window.limit, window.offset, farther) } : related
  const fields = [...new Set([...select.fields, ...orderBy.map(({ by }) => by)])]
  const after = page.after === null ? undefined : positionOf(cursors, orderBy, page.after).row
  return {
    ...related,
    select: { ...select, fields },
    window: windowOfPage(page.first),
    ...(after && { after }),
  }
}

const permittedRelation = (
  asking: Asking,
  of: Collection,
  given: RelatedSelection,
): readonly RelatedSelection[] => {
  const related = orRefusal(() => windowed(asking, given))
  if (related instanceof ContentError) return []
  const relation = asking.model.relation(of, related.relation)
  const { to, kind } = relation
  const select = permitted(asking, to, related.select)
  if (kind === 'many') return [{ ...related, select, where: allOf(shownRows(asking, to), related.where) }]
  return [
    isChecked(relation) ? { ...related, select, where: filterReadable(asking, to) } : { ...related, select },
  ]
}

/**
 * The selection with a permission filter at every relation below it, so that nothing else leaves the store, and without
 * the relations that cannot be read as they were asked for.
 */
export const permitted = (asking: Asking, of: Collection, select: Selection): Selection => ({
  fields: fieldsToDecide(asking, of, select),
  related: (select.related ?? []).flatMap((related) => permittedRelation(asking, of, related)),
})
