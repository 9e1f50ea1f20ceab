import { SHOWN_ACTIONS } from '../../actions/record-action.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { listOutgoing, type OutgoingLink } from '../links/outgoing-links.ts'
import { isOptionalType, type LeftOut } from '../types/optional-types.ts'
import { LIKED, showsLiked } from '../counters/counters.ts'
import { DRAFT } from '../drafts/draft-type.ts'
import { REVISIONS } from '../revisions/revision-type.ts'
import type { RecordType } from '../types/record-type.ts'
import { isFieldName, OWN_MEMBERS } from './check-fields.ts'
import { checkOnDelete, listDeletedByService, type Target } from './check-on-delete.ts'
import { checkManyLinks } from './check-many-links.ts'
import { findFree } from './free-name.ts'
import { problem } from './model-problem.ts'
import { TAKEN_NAMES } from './taken-names.ts'

/** The parameters of each list over REST. */
const LIST_PARAMETERS = ['page', 'limit', 'offset', 'sortBy', 'direction', SHOWN_ACTIONS]

/** The members that the interfaces show of a type whose rules the service has. */
export const listOwnMembers = ({ name }: { readonly name: string }): readonly string[] =>
  new Map<string, readonly string[]>(Object.entries(TAKEN_NAMES.members)).get(name) ?? []

const listMembers = (type: RecordType): readonly string[] => [
  ...Object.keys(type.fields),
  ...OWN_MEMBERS,
  ...listOwnMembers(type),
  ...(type.keepsRevisions ? [REVISIONS] : []),
  ...(type.takesDrafts ? [DRAFT] : []),
  ...(showsLiked(type) ? [LIKED] : []),
]

/** The types between a type and itself, if links that records need lead back to it: `Page → Chapter → Page`. */
const findCircle = (
  type: RecordType,
  types: readonly RecordType[],
  way: readonly string[] = [],
): readonly string[] | null => {
  const here = [...way, type.name]
  for (const { to, isOptional } of listOutgoing(type)) {
    if (isOptional || to.name === type.name) continue
    if (to.name === here[0]) return [...here, to.name]
    const next = types.find(({ name, custom }) => name === to.name && custom === null)
    const circle = next && !here.includes(next.name) ? findCircle(next, types, here) : null
    if (circle !== null) return circle
  }
  return null
}

/** A circle is reported for the first of its types. */
const checkCircles = (types: readonly RecordType[]): readonly string[] =>
  types.flatMap((type, index) => {
    const circle = findCircle(type, types.slice(index))
    return problem(
      circle !== null,
      `${type.name}: the links lead in a circle, ${circle?.join(' → ')}, so that no record can be the first; add optional: true to one of them`,
    )
  })

/** C14.2: the first record of a type can link to no other one. */
const checkOwn = (
  { isFixed, name }: RecordType,
  { isOptional, isLate, to }: OutgoingLink,
): readonly string[] => [
  ...problem(
    to.name === name && !isOptional,
    'the first record cannot link to another one of its type; add optional: true',
  ),
  ...problem(
    to.name === name && isFixed,
    'a record of a fixed type cannot link to its own type, because an import adds such links later; remove fixed',
  ),
  ...problem(
    isLate === true && isFixed,
    `the link closes a circle of types, and a record of a fixed type cannot have it, because an import adds such links later; remove fixed`,
  ),
]

/** The types of the model, and the names of those that it leaves out (C15.23). */
interface Known {
  readonly types: readonly RecordType[]
  readonly leftOut: LeftOut
}

/** C15.21: a name in the place of a declaration can be mistyped. */
const adviseTarget = (type: RecordType, { isNamed, to }: OutgoingLink, { types, leftOut }: Known): string => {
  if (leftOut.has(to.name))
    return `remove ${to.name} from without, or ${isOptionalType(type) ? `add ${type.name} to it` : 'remove the link'}`
  const names = types.map(({ name }) => name)
  return isNamed ? adviseName(to.name, names) : 'add it to the model'
}

const checkTarget = (type: RecordType, link: OutgoingLink, target: Target & Known): readonly string[] => [
  ...problem(
    target.type === undefined,
    `the model has no content type ${link.to.name}; ${adviseTarget(type, link, target)}`,
  ),
  ...problem(
    target.type !== undefined && target.type.isNumbered !== link.to.isNumbered,
    `a link to ${link.to.name} needs its declaration; import ${link.to.name}, and write it instead of a name`,
  ),
  ...problem(
    target.type?.isSingle === true,
    `${link.to.name} has one record, which ${target.type?.word} shows; remove the link`,
  ),
  ...checkOnDelete(type, link, target),
]

const checkParameters = ({ name: type, links }: RecordType): readonly string[] =>
  links.flatMap(({ name, field: { parameter } }) =>
    problem(
      parameter !== undefined && (!isFieldName(parameter) || LIST_PARAMETERS.includes(parameter)),
      `${type}.${name}: parameter cannot be ${JSON.stringify(parameter)}; write another name, such as ${name}`,
    ),
  )

const checkInverse = (
  { plural }: RecordType,
  { inverse, to }: OutgoingLink,
  taken: ReadonlySet<string>,
): readonly string[] => {
  if (inverse === undefined) return []
  const isTaken = (name: string): boolean => taken.has(`${to.name}.${name}`)
  const free = findFree([plural, `${plural}List`], isTaken)
  if (typeof inverse !== 'string' || !isFieldName(inverse))
    return [`inverse must be a camelCase name for the list of ${to.name}, such as ${free}`]
  return problem(isTaken(inverse), `${to.name} has a field ${inverse} already; ${free} is free`)
}

const checkStored = (
  { name }: RecordType,
  { attribute, isMany }: OutgoingLink,
  taken: ReadonlySet<string>,
): readonly string[] =>
  problem(
    taken.has(`${name}.${attribute}`),
    isMany
      ? `the links are shown as ${attribute}, and the type has a field with that name; write another name in ids`
      : `the link is stored as ${attribute}, and the type has a field with that name; rename one of them`,
  )

/** Links in parts have no names of their own. */
const nameLink = ({ name }: RecordType, link: OutgoingLink): string =>
  link.isPart ? `${name}, links in parts to ${link.to.name}` : `${name}.${link.name}`

/** The links of all types: their targets, stored names and lists on the other side. */
export const checkLinks = (types: readonly RecordType[], leftOut: LeftOut): readonly string[] => {
  const deleted = listDeletedByService(types)
  const taken = new Set(types.flatMap((type) => listMembers(type).map((member) => `${type.name}.${member}`)))
  const wrong = types.flatMap((type) =>
    listOutgoing(type).flatMap((link) => {
      const { to } = link
      const target = {
        type: types.find(({ name }) => name === to.name),
        isDeletedByService: deleted.has(to.name),
        types,
        leftOut,
      }
      const stored = checkStored(type, link, taken)
      // The lists of the service itself are taken already.
      const inverse = type.custom ? [] : checkInverse(type, link, taken)
      if (link.inverse !== undefined) taken.add(`${to.name}.${link.inverse}`)
      return [...checkTarget(type, link, target), ...checkOwn(type, link), ...stored, ...inverse].map(
        (each) => `${nameLink(type, link)}: ${each}`,
      )
    }),
  )
  return [
    ...wrong,
    ...types.flatMap(checkParameters),
    ...types.flatMap(checkManyLinks),
    ...checkCircles(types),
  ]
}
