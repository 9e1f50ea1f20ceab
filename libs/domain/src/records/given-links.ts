import { isHideable, isLink, leadsToUser, type LinkField, type RecordId } from '../model/fields/field.ts'
import type { JoinedLink } from '../model/links/joined-links.ts'
import type { RecordLink } from '../model/types/record-attributes.ts'
import type { Fields } from '../model/types/record-operation.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { allOf, type Row } from '../reading/reading.ts'
import { badUserInput, type Problem } from '../rules/errors.ts'
import { memoize } from '../rules/memoize.ts'
import { filterFound, filterLinked, filterListed } from '../visibility/visible-rows.ts'
import { listGivenLists } from './changed-lists.ts'
import { findHiddenInParts, keepHiddenInParts, listTouchedParts } from './part-links.ts'
import { findHiddenIds, selectShownIds } from './shown-ids.ts'
import {
  filterById,
  listGiven,
  showsAll,
  type GivenLink,
  type LinkContext,
  type Values,
} from './readable-links.ts'

/**
 * The ids that the links of a stored record show to the caller, by their attributes: one id, null for a hidden one, or
 * the visible ids of a list.
 */
export type ShownLinks = Values

export const NO_LINKS: ShownLinks = {}

/** C14.2: whether the caller may set a link to the record: it may read the record, or its list of users shows the user. */
const mayLink = async (context: LinkContext, { field, id }: GivenLink): Promise<boolean> => {
  return showsAll(context, field) || isReadable(context, { field, id })
}

const isReadable = async (
  context: LinkContext,
  { field, id }: Pick<GivenLink, 'field' | 'id'>,
): Promise<boolean> => {
  const { plural } = field.to
  const known = leadsToUser(field) ? filterListed(context, plural) : filterFound(context, plural)
  return (await context.stores.reader.count(plural, allOf(filterById(id), known), 1)) > 0
}

const createMissing = (attribute: string, { to }: LinkField): Problem => ({
  path: [attribute],
  message: `there is no ${to.word} with this id`,
})

interface GivenLinks {
  readonly type: Pick<RecordType, 'inputs' | 'manyLinks' | 'partLinks'>
  readonly values: Values
  readonly shown: ShownLinks
}

const listHideable = memoize((inputs: Fields) =>
  Object.entries(inputs).flatMap(([attribute, field]) =>
    isLink(field) && isHideable(field) ? [{ attribute, field }] : [],
  ),
)

/**
 * C14.2: the function that refuses links to records that the caller does not see, with the words for an unknown id. It
 * asks about each id, the present one too: an exception for a hidden one would tell that the record exists. The links of
 * the service's own types are not among them, so that a key without `products:read` creates products (C12.16).
 */
export const checkGivenLinks = async (
  context: LinkContext,
  { type: { inputs, manyLinks, partLinks }, values, shown }: GivenLinks,
): Promise<() => void> => {
  const given = listGiven(listHideable(inputs), values)
  const allowed = await Promise.all(given.map((link) => mayLink(context, link)))
  const hidden = given
    .filter(({ attribute, id }, place) => !allowed[place] && shown[attribute] !== id)
    .map(({ attribute, field }) => createMissing(attribute, field))
  const sent = { values, shown }
  const problems = [
    ...hidden,
    ...(await findHiddenIds(context, { manyLinks }, sent)),
    ...(await findHiddenInParts(context, { attributes: inputs, partLinks }, sent)),
  ]
  return () => {
    if (problems.length > 0) throw badUserInput(problems)
  }
}

/**
 * C16.5: refuses ids of no record, and of records that the caller may not read, in an input that no table checks.
 * @throws BAD_USER_INPUT.
 */
export const requireReadableLinks = async (
  context: LinkContext,
  inputs: Fields,
  values: Values,
): Promise<void> => {
  const links = Object.entries(inputs).flatMap(([attribute, field]) =>
    isLink(field) ? [{ attribute, field }] : [],
  )
  const given = listGiven(links, values)
  const found = await Promise.all(given.map((link) => isReadable(context, link)))
  const problems = given
    .filter((_, place) => !found[place])
    .map(({ attribute, field }) => createMissing(attribute, field))
  if (problems.length > 0) throw badUserInput(problems)
}

/** Whether a change of the link depends on what the link shows: null clears it, and a shown user can be sent again. */
const dependsOnSight = ({ attribute, field }: RecordLink, change: Values): boolean => {
  const given = change[attribute]
  return isHideable(field) && given !== undefined && (given === null ? field.isOptional : leadsToUser(field))
}

const readIds = (links: readonly RecordLink[], row: Row | undefined): ShownLinks =>
  Object.fromEntries(
    links.map(({ name, attribute }) => [attribute, (row?.[name] as Row | null | undefined)?.['id'] ?? null]),
  )

const readLists = (links: readonly JoinedLink[], row: Row | undefined): ShownLinks =>
  Object.fromEntries(
    links.map(({ name, attribute }) => [
      attribute,
      ((row?.[name] ?? []) as readonly Row[]).map(({ id: linked }) => linked),
    ]),
  )

interface LinkChange {
  /** Null for an id that no record can have. */
  readonly id: RecordId | null
  readonly change: Values
}

/** Reads what the links that a change names show to the caller, with one statement. */
export const readShownLinks = async (
  context: LinkContext,
  type: RecordType,
  { id, change }: LinkChange,
): Promise<ShownLinks> => {
  const links = type.links.filter((link) => dependsOnSight(link, change))
  const lists = [...listGivenLists(type, change), ...listTouchedParts(type, change)]
  if (id === null || links.length + lists.length === 0) return NO_LINKS
  const related = links.map(({ name, field }) => ({
    as: name,
    relation: name,
    where: filterLinked(context, field.to.plural),
    select: { fields: ['id'] },
  }))
  const [row] = await context.stores.reader.find({
    from: type.plural,
    where: filterById(id),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: ['id'], related: [...related, ...lists.map((link) => selectShownIds(context, link))] },
  })
  return { ...readIds(links, row), ...readLists(lists, row) }
}

/**
 * C14.2: the values without the null of each link that does not show its record to the caller. In parts, such a link stays in
 * its place.
 */
export const keepHiddenLinks = <Given extends object>(
  type: RecordType,
  { shown, current }: { readonly shown: ShownLinks; readonly current: Values },
  values: Given,
): Partial<Given> => {
  const kept = Object.entries(values).filter(
    ([name, value]) => value !== null || !(name in shown) || shown[name] === current[name],
  )
  // Each member of the result is a member of the values.
  return keepHiddenInParts(type, { shown, current }, Object.fromEntries(kept)) as Partial<Given>
}
