import { where } from '@content-service/authz'
import { mayOnAll } from '../access/access.ts'
import type { ModelContext, ReaderContext } from '../visibility/read-context.ts'
import { badUserInput } from '../rules/errors.ts'
import { allOf } from '../reading/reading.ts'
import { filterReadable } from '../visibility/visible-rows.ts'
import { isHideable, isLink, type LinkField, type RecordId } from '../model/field.ts'
import type { RecordLink } from '../model/record-attributes.ts'
import type { Fields } from '../model/record-operation.ts'
import type { RecordType } from '../model/record-type.ts'

/** The facts about a reader that decide whether a link is visible. */
export type LinkContext = ModelContext & Pick<ReaderContext, 'stores'>

/**
 * C14.2: whether the caller may read the record with this id. It needs no look-up if the caller may read all records of
 * the type, because then a missing record reveals nothing.
 */
export const isLinkVisible = async (
  context: LinkContext,
  { to: { plural } }: Pick<LinkField, 'to'>,
  id: RecordId,
): Promise<boolean> => {
  const permission = context.model.readPermission(plural)
  if (permission !== null && mayOnAll(context, permission)) return true
  const isRecord = where<{ id: RecordId }>().id.eq(id)
  const { reader } = context.stores
  return (await reader.count(plural, allOf(isRecord, filterReadable(context, plural)), 1)) > 0
}

type Values = Readonly<Record<string, unknown>>
type Link = Pick<RecordLink, 'attribute' | 'field'>

/** The links with the ids that the values give them, without the values that are the id of no record. */
const listGiven = (links: readonly Link[], values: Values) =>
  links.flatMap((link) => {
    const text = values[link.attribute]
    const id = typeof text === 'string' ? link.field.parseId(text) : null
    return id === null ? [] : [{ ...link, id }]
  })

/** The links to records that the caller may not read. */
const findHidden = async (
  context: LinkContext,
  links: readonly Link[],
  values: Values,
): Promise<readonly Link[]> => {
  const given = listGiven(links, values)
  const visible = await Promise.all(given.map(({ field, id }) => isLinkVisible(context, field, id)))
  return given.filter((_, place) => !visible[place])
}

/**
 * C14.2: the function that refuses links to records that the caller may not read, with the words for an unknown id. It
 * asks about each id, the present one too: an exception would tell that the record exists. The links of the service's
 * own types are not among them, so that a key without `products:read` creates products (C12.16).
 */
export const checkGivenLinks = async (
  context: LinkContext,
  inputs: Fields,
  values: Values,
): Promise<() => void> => {
  const links = Object.entries(inputs).flatMap(([attribute, field]) =>
    isLink(field) && isHideable(field) ? [{ attribute, field }] : [],
  )
  const problems = (await findHidden(context, links, values)).map(({ attribute, field: { to } }) => ({
    path: [attribute],
    message: `there is no ${to.word} with this id`,
  }))
  return () => {
    if (problems.length > 0) throw badUserInput(problems)
  }
}

/** C14.2: the values with null in the place of each link to a record that the caller may not read. */
export const hideLinks = async <R extends Values>(
  context: LinkContext,
  { links }: RecordType,
  values: R,
): Promise<R> => {
  const hidden = await findHidden(
    context,
    links.filter(({ field }) => isHideable(field)),
    values,
  )
  return { ...values, ...Object.fromEntries(hidden.map(({ attribute }) => [attribute, null])) }
}
