import { isHideable } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { allOf } from '../reading/reading.ts'
import { filterLinked } from '../visibility/visible-rows.ts'
import {
  filterById,
  listGiven,
  showsAll,
  type GivenLink,
  type LinkContext,
  type Values,
} from './readable-links.ts'
import { hidePartLinks } from './part-links.ts'
import { hideIds } from './shown-ids.ts'

/** C14.2: whether the link shows the record with this id to the caller. */
const isLinkVisible = async (context: LinkContext, { field, id }: GivenLink): Promise<boolean> => {
  if (showsAll(context, field)) return true
  const { plural } = field.to
  const isShown = allOf(filterById(id), filterLinked(context, plural))
  return (await context.stores.reader.count(plural, isShown, 1)) > 0
}

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
    ...(await hidePartLinks(context, type, values)),
    ...Object.fromEntries(hidden.map(({ attribute }) => [attribute, null])),
    ...(await hideIds(context, type, values)),
  }
}
