import type { ContentModel } from '@content-service/domain'
import { listParts, namePartInput, perModel } from '@content-service/domain/internal/model'
import { isObject } from '@content-service/domain/internal/rules'
import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLArgument,
  type GraphQLInputType,
} from 'graphql'

/** The inputs of blocks in a model: `RecipeBodyBlockInput`. */
const listBlockInputs = perModel(
  ({ types }: ContentModel): ReadonlySet<string> =>
    new Set(types.flatMap((type) => listParts(type).unions.map(({ name }) => namePartInput(name)))),
)

type Values = Readonly<Record<string, unknown>>

/** `{ quote: { text } }` is the block `{ type: 'quote', text }`. */
const readBlock = (block: Values): Values =>
  Object.fromEntries(
    Object.entries(block).flatMap(([type, members]) => [
      ['type', type],
      ...Object.entries(isObject(members) ? members : {}),
    ]),
  )

const readValue = (inputs: ReadonlySet<string>, given: GraphQLInputType, value: unknown): unknown => {
  const type = getNullableType(given)
  if (isListType(type))
    return Array.isArray(value) ? value.map((each) => readValue(inputs, type.ofType, each)) : value
  if (!isInputObjectType(type) || !isObject(value)) return value
  const fields = type.getFields()
  const members = Object.entries(value).map(([name, member]) => {
    const field = fields[name]
    return [name, field ? readValue(inputs, field.type, member) : member]
  })
  const read: Values = Object.fromEntries(members)
  return inputs.has(type.name) ? readBlock(read) : read
}

/** The arguments of a root field, with each block in the form of the domain (C16.1). */
export const readBlocks = <Given extends object>(
  model: ContentModel,
  args: readonly GraphQLArgument[],
  given: Given,
): Given => {
  const inputs = listBlockInputs(model)
  if (inputs.size === 0) return given
  const read = Object.entries(given).map(([name, value]) => {
    const arg = args.find((each) => each.name === name)
    return [name, arg ? readValue(inputs, arg.type, value) : value]
  })
  // Only blocks have another form, which their operations take.
  return Object.fromEntries(read) as Given
}
