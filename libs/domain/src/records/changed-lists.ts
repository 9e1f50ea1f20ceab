import { groupThousands } from '../model/group-thousands.ts'
import { MOST_HIDDEN, type ManyLink } from '../model/links/many-links.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { badUserInput, badValue, conflict, type Problem } from '../rules/errors.ts'
import type { Values } from './readable-links.ts'

export type Id = string | number
export type Ids = readonly Id[]

export const getIds = (values: Values, name: string): Ids => (values[name] ?? []) as Ids

/** The inputs that name linked records. */
export const listMembers = ({ attribute, add, remove }: ManyLink): readonly string[] => [
  attribute,
  add,
  remove,
]

export const isGiven = (values: Values, name: string): boolean => values[name] !== undefined

/** The links of which the values name records. */
export const listGivenLists = (
  { manyLinks }: Pick<RecordType, 'manyLinks'>,
  values: Values,
): readonly ManyLink[] => manyLinks.filter((link) => listMembers(link).some((name) => isGiven(values, name)))

/** C14.2: a list is either set, or changed. @throws BAD_USER_INPUT. */
const refuseBoth = (links: readonly ManyLink[], values: Values): void => {
  const problems = links.flatMap(({ attribute, add, remove }): Problem[] => {
    const both = getIds(values, remove).findIndex((id) => getIds(values, add).includes(id))
    return [
      ...(isGiven(values, attribute) && (isGiven(values, add) || isGiven(values, remove))
        ? [{ path: [attribute], message: `cannot be sent together with ${add} or ${remove}` }]
        : []),
      ...(both < 0 ? [] : [{ path: [remove, both], message: `is in ${add}, too` }]),
    ]
  })
  if (problems.length > 0) throw badUserInput(problems)
}

/** A list as it is stored, and the ids in it that the caller does not see. */
interface StoredList {
  readonly ids: Ids
  readonly isHidden: (id: Id) => boolean
}

/** Each hidden link keeps its place, or comes last if the list is shorter. */
const arrange = ({ ids, isHidden }: StoredList, wanted: Ids): Ids => {
  const hidden = ids.flatMap((id, place) => (isHidden(id) ? [{ id, place }] : []))
  const visible = [...wanted]
  const arranged: Id[] = []
  while (visible.length > 0) {
    const next = hidden[0]?.place === arranged.length ? hidden.shift()?.id : visible.shift()
    if (next !== undefined) arranged.push(next)
  }
  return [...arranged, ...hidden.map(({ id }) => id)]
}

const setIds = (link: ManyLink, stored: StoredList, wanted: Ids): Ids => {
  if (link.field.isOrdered) return arrange(stored, wanted)
  const kept = stored.ids.filter((id) => stored.isHidden(id) || wanted.includes(id))
  return [...kept, ...wanted.filter((id) => !kept.includes(id))]
}

/** Added links come last. */
const changeIds = ({ ids }: StoredList, added: Ids, removed: Ids): Ids => [
  ...ids.filter((id) => !removed.includes(id)),
  ...added.filter((id) => !ids.includes(id)),
]

/** `sent` is the member that the client has sent. */
const limitIds = (
  { word }: RecordType,
  { name, attribute, field }: ManyLink,
  [stored, next]: readonly [StoredList, Ids],
  sent: string,
): Ids => {
  if (next.filter((id) => !stored.isHidden(id)).length > field.max)
    throw badValue(
      [sent],
      sent === attribute
        ? `must be at most ${field.max} ids`
        : `must leave at most ${field.max} ids in ${attribute}`,
    )
  const most = field.max + MOST_HIDDEN
  if (next.length > most)
    throw conflict(`This ${word} cannot have more than ${groupThousands(most)} ${name}.`)
  return next
}

/** The values of a change, with the whole new list in the place of the links to set, to add and to remove. */
export const applyLinkChanges = <Given extends object>(
  type: RecordType,
  { shown, current }: { readonly shown: Values; readonly current: Values },
  given: Given,
): Given => {
  const values = given as Values
  const links = listGivenLists(type, values)
  if (links.length === 0) return given
  refuseBoth(links, values)
  const lists = links.map((link) => {
    const { attribute, add, remove } = link
    const seen = new Set(getIds(shown, attribute))
    const wanted = getIds(values, attribute)
    const stored = {
      ids: getIds(current, attribute),
      // A link that has come since then is none that the caller saw.
      isHidden: (id: Id) => getIds(current, attribute).includes(id) && !seen.has(id) && !wanted.includes(id),
    }
    if (isGiven(values, attribute))
      return [attribute, limitIds(type, link, [stored, setIds(link, stored, wanted)], attribute)]
    const next = changeIds(stored, getIds(values, add), getIds(values, remove))
    return [attribute, isGiven(values, add) ? limitIds(type, link, [stored, next], add) : next]
  })
  const others = Object.entries(values).filter(
    ([name]) => !links.some((link) => listMembers(link).includes(name)),
  )
  // Each list has the type of its attribute.
  return Object.fromEntries([...others, ...lists]) as Given
}
