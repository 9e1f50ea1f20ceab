import type { Problem } from '@content-service/domain'
import { findMeant } from '@content-service/domain/internal/rules'
import type { ErrorObject } from 'ajv'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const joinTypes = (types: readonly string[]): string => {
  const words = [...new Set(types)].map((type) => TYPES[type] ?? type)
  return `must be ${words.slice(0, -1).join(', ')}${words.length > 1 ? ' or ' : ''}${words.at(-1) ?? 'valid'}`
}

/** The types that one error wants, and whether the value has the type and lies outside of its range. */
const listTypes = ({ keyword, params }: ErrorObject): readonly string[] => {
  if (keyword === 'type') return [params['type']].flat() as readonly string[]
  return keyword === 'minimum' ? [`an integer from ${params['limit'] as number}`] : []
}

const splitPath = (path: string): readonly string[] => path.split('/').slice(1)

/** A value that fits none of several schemas has one problem, not one for each schema. */
const describeUnion = (instancePath: string, errors: readonly ErrorObject[]): Problem => ({
  path: splitPath(instancePath),
  message: joinTypes(errors.filter((each) => each.instancePath === instancePath).flatMap(listTypes)),
})

const listWords = ({ allowedValues }: ErrorObject['params']): string =>
  (allowedValues as readonly unknown[]).map(String).join(', ')

/** What somebody meant by a member that the schema does not have, if `verbose` of Ajv tells the schema. */
const adviseMember = ({ params, parentSchema }: ErrorObject): string => {
  const known = Object.keys((parentSchema?.['properties'] ?? {}) as object)
  const meant = findMeant(params['additionalProperty'] as string, known)
  return meant === undefined ? 'remove it' : `did you mean ${meant}?`
}

/** C16.1: a number would lose digits of a decimal. */
const isNumberForDecimal = ({ keyword, parentSchema, data }: ErrorObject): boolean =>
  keyword === 'type' && parentSchema?.['format'] === 'decimal' && typeof data === 'number'

const toProblem = (error: ErrorObject): Problem => {
  const { keyword, instancePath, params, message = 'is not valid' } = error
  const path = splitPath(instancePath)
  if (isNumberForDecimal(error)) return { path, message: 'must be a text in quotes, such as "12.50"' }
  if (keyword === 'required')
    return { path: [...path, params['missingProperty'] as string], message: 'is required' }
  if (keyword === 'additionalProperties')
    return {
      path: [...path, params['additionalProperty'] as string],
      message: `is not a property that you can set here; ${adviseMember(error)}`,
    }
  if (keyword === 'enum') return { path, message: `must be one of ${listWords(params)}` }
  if (keyword === 'type' && Array.isArray(params['type'])) return { path, message: joinTypes(params['type']) }
  return { path, message }
}

/** The parts of a JSON Schema that say which members a client can leave out. */
interface Membered {
  readonly properties?: Readonly<Record<string, Membered>>
  readonly required?: readonly string[]
}

/** C5.13: the words of the domain for a null. */
const describeNull = (instancePath: string, schema: Membered): Problem => {
  const path = splitPath(instancePath)
  const name = path.at(-1) ?? ''
  const parent = path
    .slice(0, -1)
    .reduce<Membered | undefined>((above, step) => above?.properties?.[step], schema)
  const canLeaveOut = parent?.properties?.[name] !== undefined && !parent.required?.includes(name)
  return { path, message: `cannot be null${canLeaveOut ? '; leave it out to keep its value' : ''}` }
}

const listPaths = (errors: readonly ErrorObject[]): ReadonlySet<string> =>
  new Set(errors.map(({ instancePath }) => instancePath))

/** The problems that a schema has found, with the path of each value. */
export const describeErrors = (errors: readonly ErrorObject[], schema: object): readonly Problem[] => {
  // A body that is null as a whole has the words of its schema.
  const nulls = listPaths(errors.filter(({ data, instancePath }) => data === null && instancePath !== ''))
  const given = errors.filter(({ instancePath }) => !nulls.has(instancePath))
  const unions = listPaths(given.filter(({ keyword }) => keyword === 'anyOf'))
  const others = given.filter(({ instancePath }) => !unions.has(instancePath))
  return [
    ...others.map(toProblem),
    ...[...unions].map((path) => describeUnion(path, given)),
    ...[...nulls].map((path) => describeNull(path, schema)),
  ]
}
