import { where } from '@content-service/authz'
import { mayOnAll } from '../access/access.ts'
import type { ModelContext, ReaderContext } from '../visibility/read-context.ts'
import { allOf } from '../reading/reading.ts'
import { filterLinked } from '../visibility/visible-rows.ts'
import { hideIds } from './shown-ids.ts'
import { isHideable, leadsToUser, type LinkField } from '../model/field.ts'
import type { RecordLink } from '../model/record-attributes.ts'
import type { RecordType } from '../model/record-type.ts'

/** The facts about a reader that decide whether a link is visible. */
export type LinkContext = ModelContext & Pick<ReaderContext, 'stores'>

export type Values = Readonly<Record<string, unknown>>
export type Link = Pick<RecordLink, 'attribute' | 'field'>

/** A link with the id that a value gives it. */
export interface GivenLink extends Link {
  readonly id: string | number
}

export const filterById = (id: string | number) => where<{ id: string | number }>().id.eq(id)

/**
 * Whether the caller may read all records of the type. Then a missing record reveals nothing, and needs no look-up. No
 * link shows a deleted user, so that links to users need one.
 */
export const showsAll = (context: LinkContext, field: LinkField): boolean => {
  const permission = context.model.readPermission(field.to.plural)
  return !leadsToUser(field) && permission !== null && mayOnAll(context, permission)
}

/** C14.2: whether the link shows the record with this id to the caller. */
const isLinkVisible = async (context: LinkContext, { field, id }: GivenLink): Promise<boolean> => {
  if (showsAll(context, field)) return true
  const { plural } = field.to
  const isShown = allOf(filterById(id), filterLinked(context, plural))
  return (await context.stores.reader.count(plural, isShown, 1)) > 0
}

/** The links with the ids that the values give them, without the values that are the id of no record. */
export const listGiven = (links: readonly Link[], values: Values): readonly GivenLink[] =>
  links.flatMap((link) => {
    const given = values[link.attribute]
    const id = given === undefined || given === null ? null : link.field.parseId(String(given))
    return id === null ? [] : [{ ...link, id }]
  })

/**
 * C14.2: the values with null in the place of each link to a record that the caller may not read, and shorter lists of
 * links.
 */
export const hideLinks = async <R extends Values>(
  context: LinkContext,
  type: RecordType,
  values: R,
): Promise<R> => {
  const given = listGiven(
    type.links.filter(({ field }) => isHideable(field)),
    values,
  )
  const visible = await Promise.all(given.map((link) => isLinkVisible(context, link)))
  const hidden = given.filter((_, place) => !visible[place])
  return {
    ...values,
    ...Object.fromEntries(hidden.map(({ attribute }) => [attribute, null])),
    ...(await hideIds(context, type, values)),
  }
}
