import { collectPartLinks, MOST_PART_LINKS, type JoinedLink } from '../model/links/joined-links.ts'
import { listPlacedLinks, mapPartLinks, type LinkedId, type PlacedLink } from '../model/links/part-links.ts'
import type { Fields } from '../model/types/record-operation.ts'
import { badUserInput, type Problem } from '../rules/errors.ts'
import { filterListed, filterMembers } from '../visibility/visible-rows.ts'
import { findIds, readShownIds, type ShownIds } from './shown-ids.ts'
import type { LinkContext, Values } from './readable-links.ts'

/** A type, or the input of an operation, with links in its parts. */
export interface PartLinking {
  readonly attributes: Fields
  readonly partLinks: readonly JoinedLink[]
}

interface GivenLink extends PlacedLink {
  readonly id: LinkedId
}

const isTo =
  ({ field: { toMany } }: JoinedLink) =>
  ({ field }: PlacedLink): boolean =>
    field.to.name === toMany.name

/** The links that a client sends, with ids as they are stored. The rules refuse what is the id of no record. */
const listGiven = ({ attributes }: PartLinking, values: Values): readonly GivenLink[] =>
  listPlacedLinks(attributes, values).flatMap((link) => {
    const id = link.id === null ? null : link.field.parseId(String(link.id))
    return id === null ? [] : [{ ...link, id }]
  })

const findHidden = async (
  context: LinkContext,
  link: JoinedLink,
  given: readonly GivenLink[],
  shown: ShownIds,
): Promise<readonly Problem[]> => {
  const { plural, word } = link.field.toMany
  const asked = [...new Set(given.map(({ id }) => id))].filter((id) => !shown.has(id))
  if (asked.length > MOST_PART_LINKS)
    return [...new Set(given.map(({ path: [name] }) => name))].map((name) => ({
      path: [name ?? ''],
      message: `must link to at most 1,000 records of ${link.field.toMany.name}`,
    }))
  const found = await findIds(context, link.field, [asked, filterListed(context, plural)])
  return given
    .filter(({ id }) => !shown.has(id) && !found.has(id))
    .map(({ path }) => ({ path, message: `there is no ${word} with this id` }))
}

/**
 * C14.2: the problems of links in parts to records that the caller may not link, and that no part of the record shows to the
 * caller. The words are those for an unknown id.
 */
export const findHiddenInParts = async (
  context: LinkContext,
  type: PartLinking,
  { values, shown }: { readonly values: Values; readonly shown: Values },
): Promise<readonly Problem[]> => {
  if (type.partLinks.length === 0) return []
  const given = listGiven(type, values)
  const problems = type.partLinks.map((link) =>
    findHidden(context, link, given.filter(isTo(link)), readShownIds(shown, link)),
  )
  return (await Promise.all(problems)).flat()
}

/** The links in parts that a change can touch, because it names their attributes. */
export const listTouchedParts = ({ attributes, partLinks }: PartLinking, change: Values) => {
  if (partLinks.length === 0) return []
  const sent = Object.fromEntries(Object.entries(attributes).filter(([name]) => change[name] !== undefined))
  const targets = new Set(collectPartLinks(sent).map(({ name }) => name))
  return partLinks.filter(({ name }) => targets.has(name))
}

const nameKeys = ({ keys }: PlacedLink): string => JSON.stringify(keys)

/**
 * C16.1: the values of a change in which each link that the caller does not see stays, if its part comes back with its key.
 * `shown` has the ids that the parts of the record show to the caller.
 */
export const keepHiddenInParts = <Given extends Values>(
  { attributes, partLinks }: PartLinking,
  { shown, current }: { readonly shown: Values; readonly current: Values },
  values: Given,
): Given => {
  if (partLinks.length === 0) return values
  const hidden = new Map<string, LinkedId>()
  for (const link of partLinks) {
    const ids = readShownIds(shown, link)
    for (const placed of listPlacedLinks(attributes, current))
      if (isTo(link)(placed) && placed.id !== null && !ids.has(placed.id))
        hidden.set(nameKeys(placed), placed.id)
  }
  if (hidden.size === 0) return values
  return mapPartLinks(attributes, values, (link) => link.id ?? hidden.get(nameKeys(link)) ?? null)
}

/** C16.1: no part that a client sends is without a required link. @throws BAD_USER_INPUT. */
export const refuseMissingLinks = ({ attributes }: Pick<PartLinking, 'attributes'>, values: Values): void => {
  const missing = listPlacedLinks(attributes, values).filter(
    ({ field, id }) => id === null && !field.isOptional,
  )
  if (missing.length > 0) throw badUserInput(missing.map(({ path }) => ({ path, message: 'is missing' })))
}

/** C14.2: the values with null in the place of each link in a part to a record that the reader may not read. */
export const hidePartLinks = async <Given extends Values>(
  context: LinkContext,
  type: PartLinking,
  values: Given,
): Promise<Given> => {
  const placed = listPlacedLinks(type.attributes, values)
  if (placed.length === 0) return values
  const found = type.partLinks.map(async (link) => {
    const ids = placed.filter(isTo(link)).flatMap(({ id }) => (id === null ? [] : [id]))
    const { toMany } = link.field
    return [
      toMany.name,
      await findIds(context, link.field, [[...new Set(ids)], filterMembers(context, toMany.plural)]),
    ] as const
  })
  const visible = new Map(await Promise.all(found))
  return mapPartLinks(type.attributes, values, ({ field, id }) =>
    visible.get(field.to.name)?.has(id) ? id : null,
  )
}
