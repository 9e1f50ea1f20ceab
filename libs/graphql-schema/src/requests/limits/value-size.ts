import { type Problem } from '@content-service/domain'
import { isObject } from '@content-service/domain/internal/rules'
import { getNullableType, GraphQLID, isInputObjectType, isListType, type GraphQLInputType } from 'graphql'
import { getMost } from './list-limits.ts'

/** C12.5: the longest list of an input. The domain refuses shorter lists where a rule allows fewer items. */
export const MAX_LIST_LENGTH = 200
/** C14.2: the longest list of ids; a list of links can have so many. */
const MAX_IDS = 1_000
/** The most unknown members of an input object, so that the answer can name them. */
const MAX_UNKNOWN_MEMBERS = 100

/** A filter can contain filters at any depth, and the functions that follow them need the stack. */
const MAX_LEVELS = 500

type Path = Problem['path']

const findMost = (itemType: GraphQLInputType): number =>
  getNullableType(itemType) === GraphQLID ? MAX_IDS : MAX_LIST_LENGTH

const findListProblem = (
  items: readonly unknown[],
  {
    itemType,
    most = findMost(itemType),
  }: { readonly itemType: GraphQLInputType; readonly most?: number | undefined },
  path: Path,
): Problem | null =>
  // A list that is only a little too long is refused by the domain, beside the other problems of the input.
  items.length > Math.max(most, findMost(itemType))
    ? { path, message: `must have at most ${most} items.` }
    : findFirst(items.entries(), ([index, item]) => findSizeProblem(item, itemType, [...path, index]))

const findFirst = <Item>(items: Iterable<Item>, find: (item: Item) => Problem | null): Problem | null => {
  for (const item of items) {
    const problem = find(item)
    if (problem !== null) return problem
  }
  return null
}

/**
 * The first list that is too long, object with too many fields, or value that is too deep. A value without this problem is small
 * enough for a check of each member. `most` is the maximum of a list.
 */
export const findSizeProblem = (
  value: unknown,
  type: GraphQLInputType,
  path: Path,
  most?: number,
): Problem | null => {
  const nullable = getNullableType(type)
  if (path.length > MAX_LEVELS)
    return { path: path.slice(0, 1), message: `has more than ${MAX_LEVELS} levels; nest it less deeply.` }
  if (isListType(nullable))
    return Array.isArray(value) ? findListProblem(value, { itemType: nullable.ofType, most }, path) : null
  if (!isInputObjectType(nullable) || !isObject(value)) return null
  const fields = Object.values(nullable.getFields())
  if (Object.keys(value).length > fields.length + MAX_UNKNOWN_MEMBERS)
    return { path, message: 'has too many fields that are not in the schema; remove them.' }
  return findFirst(fields, (field) =>
    findSizeProblem(value[field.name], field.type, [...path, field.name], getMost(field)),
  )
}
