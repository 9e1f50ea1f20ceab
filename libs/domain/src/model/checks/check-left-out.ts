import { isObject } from '../../rules/is-object.ts'
import { findMeant } from '../../rules/similar-name.ts'
import { isOptionalType, listLeftOut, OPTIONAL_TYPES, type LeftOut } from '../types/optional-types.ts'
import type { RecordType } from '../types/record-type.ts'

/** The types of the service that each model has: each caller is a user. */
const STAYING: ReadonlySet<unknown> = new Set(['User'])

const show = (given: unknown): string =>
  typeof given === 'string' ? given : (JSON.stringify(given) ?? typeof given)

const checkName = (given: unknown): readonly string[] => {
  if (isOptionalType({ name: given })) return []
  if (STAYING.has(given)) return [`without: every model has ${show(given)}; remove it from without`]
  const meant = findMeant(show(given), OPTIONAL_TYPES)
  const advice =
    meant === undefined
      ? `a model can leave out ${OPTIONAL_TYPES.join(', ')}; leave a type of your own out of the list of types`
      : `did you mean ${meant}?`
  return [`without: the service has no type ${show(given)} to leave out; ${advice}`]
}

/** A type that is made of a type of the service, or that has its name. */
const checkKept = ({ name }: RecordType): string =>
  `${name}: the model has a type with this name, and without leaves it out; remove it from one of them`

/** C15.23: what is wrong in the option `without`. `types` are those that the model has. */
export const checkLeftOut = (
  options: unknown,
  types: readonly RecordType[],
  optional: readonly RecordType[],
): readonly string[] => {
  const given = isObject(options) ? options['without'] : undefined
  if (given === undefined) return []
  if (!Array.isArray(given)) return ["without: must be a list of types, such as ['Article', 'Comment']"]
  const left = listLeftOut(options)
  const kept = types.filter((type) => left.has(type.name) && !optional.includes(type))
  return [...[...left].flatMap(checkName), ...kept.filter(isOptionalType).map(checkKept)]
}

/** The type of the service whose permissions the records of another type have, if the model leaves it out. */
const findUsed = (used: string, optional: readonly RecordType[], leftOut: LeftOut): RecordType | undefined =>
  optional.find(({ name, resource }) => resource?.name === used && leftOut.has(name))

/** C15.23: what to do about a type whose permissions no type of the model declares. */
export const advisePermissions = (
  used: string,
  { options, optional }: { readonly options: unknown; readonly optional: readonly RecordType[] },
): string => {
  const owner = findUsed(used, optional, listLeftOut(options))
  return owner === undefined ? '' : `; remove ${owner.name} from without, or leave out both types`
}
