import type { Problem } from '@content-service/domain'
import type { TSchema } from 'typebox'

/** The most unknown members of an object, so that the response can name them. */
const MAX_UNKNOWN_MEMBERS = 100

type Path = Problem['path']

/** The parts of a JSON Schema that limit the size of a body. */
interface Sized {
  readonly properties?: Readonly<Record<string, Sized>>
  readonly items?: Sized
  readonly maxItems?: number
}

/**
 * C12.5: the lists that are too long and the objects with too many properties. A body without these problems is small
 * enough for a check of each member. The function does not look at the members of a list that is too long.
 */
export const findSizeProblems = (body: unknown, schema: TSchema): readonly Problem[] =>
  findProblems(body, schema as Sized, [])

const findProblems = (value: unknown, schema: Sized, path: Path): readonly Problem[] => {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value)
    ? findListProblems(value, schema, path)
    : findObjectProblems(value, schema, path)
}

const findListProblems = (items: readonly unknown[], schema: Sized, path: Path): readonly Problem[] => {
  const { items: itemSchema, maxItems } = schema
  // The schema expects no list here.
  if (itemSchema === undefined || maxItems === undefined) return []
  return items.length > maxItems
    ? [{ path, message: `must have at most ${maxItems} items` }]
    : items.flatMap((item, index) => findProblems(item, itemSchema, [...path, index]))
}

const findObjectProblems = (value: object, { properties }: Sized, path: Path): readonly Problem[] => {
  if (properties === undefined) return []
  const known = Object.entries(properties)
  if (Object.keys(value).length > known.length + MAX_UNKNOWN_MEMBERS)
    return [{ path, message: 'has too many properties that you cannot set here; remove them' }]
  return known.flatMap(([name, schema]) =>
    Object.hasOwn(value, name)
      ? findProblems((value as Readonly<Record<string, unknown>>)[name], schema, [...path, name])
      : [],
  )
}
