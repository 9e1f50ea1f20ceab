import { where } from '@content-service/authz'
import { allOf, type RelatedSelection } from '../reading/reading.ts'
import type { JoinedLink } from '../model/links/joined-links.ts'
import type { ManyLink } from '../model/links/many-links.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { Problem } from '../rules/errors.ts'
import { getLinkOrder } from '../visibility/lists/default-order.ts'
import { filterListed, filterMembers } from '../visibility/visible-rows.ts'
import { getIds, isGiven, listGivenLists, listMembers, type Id, type Ids } from './changed-lists.ts'
import type { LinkContext, Values } from './readable-links.ts'

/** The selection of the ids that a list of links shows to the caller. */
export const selectShownIds = (context: LinkContext, { name, field }: JoinedLink): RelatedSelection => ({
  as: name,
  relation: name,
  where: filterMembers(context, field.toMany.plural),
  orderBy: getLinkOrder(context.model, field),
  select: { fields: ['id'] },
})

/** The ids that a joined link of a record shows to the caller. */
export type ShownIds = ReadonlySet<unknown>

export const readShownIds = (shown: Values, { attribute }: JoinedLink): ShownIds =>
  new Set(getIds(shown, attribute))

/** The ids among these whose records meet the condition of the filter. */
export const findIds = async (
  { stores }: LinkContext,
  { toMany: { plural } }: JoinedLink['field'],
  [ids, filter]: readonly [Ids, ReturnType<typeof filterListed>],
): Promise<ReadonlySet<unknown>> => {
  if (ids.length === 0) return new Set()
  const rows = await stores.reader.find({
    from: plural,
    where: allOf(where<{ id: Id }>().id.in(ids), filter),
    orderBy: [],
    window: { limit: ids.length, offset: 0 },
    select: { fields: ['id'] },
  })
  return new Set(rows.map(({ id }) => id))
}

interface GivenId {
  readonly id: Id
  readonly path: Problem['path']
}

/** The ids that a change sends. The rule of the input refuses too many ids, and those that no record can have. */
const listSent = (link: ManyLink, values: Values): readonly GivenId[] =>
  listMembers(link).flatMap((name) => {
    const given = getIds(values, name)
    if (given.length > link.field.max) return []
    return given.flatMap((text, place) => {
      const id = link.field.parseId(String(text))
      return id === null ? [] : [{ id, path: [name, place] }]
    })
  })

/**
 * C14.2: the problems of ids that a list of links does not show to the caller, and whose records the caller may not link.
 * The words are those for an unknown id.
 */
export const findHiddenIds = async (
  context: LinkContext,
  type: Pick<RecordType, 'manyLinks'>,
  { values, shown }: { readonly values: Values; readonly shown: Values },
): Promise<readonly Problem[]> => {
  const problems = listGivenLists(type, values).map(async (link) => {
    const known = new Set(getIds(shown, link.attribute))
    const given = listSent(link, values)
    const asked = [...new Set(given.map(({ id }) => id))].filter((id) => !known.has(id))
    const { plural, word } = link.field.toMany
    const found = await findIds(context, link.field, [asked, filterListed(context, plural)])
    return given
      .filter(({ id }) => !known.has(id) && !found.has(id))
      .map(({ path }) => ({ path, message: `there is no ${word} with this id` }))
  })
  return (await Promise.all(problems)).flat()
}

/** C14.2: the values with the ids that each list of links shows to the reader. */
export const hideIds = async (
  context: LinkContext,
  { manyLinks }: Pick<RecordType, 'manyLinks'>,
  values: Values,
): Promise<Values> => {
  const lists = manyLinks
    .filter(({ attribute }) => isGiven(values, attribute))
    .map(async ({ attribute, field }) => {
      const ids = getIds(values, attribute)
      const found = await findIds(context, field, [ids, filterMembers(context, field.toMany.plural)])
      return [attribute, ids.filter((id) => found.has(id))] as const
    })
  return Object.fromEntries(await Promise.all(lists))
}
