import type { ContentModel, RecordType } from '@content-service/domain'
import {
  listParts,
  nameCreateInput,
  namePartChange,
  namePartInput,
  nameUpdateInput,
  type Fields,
} from '@content-service/domain/internal/model'
import { isInputObjectType, type GraphQLInputField, type GraphQLSchema } from 'graphql'

const EXTENSION = 'contentMost'

/** The most items of a list that the rule of its field allows; undefined if the member is no list of a field. */
export const getMost = ({ extensions }: GraphQLInputField): number | undefined => {
  const most = extensions[EXTENSION]
  return typeof most === 'number' ? most : undefined
}

/** The inputs of a type with the fields of their members. */
const listInputs = (type: RecordType): readonly (readonly [string, Fields])[] => [
  [nameCreateInput(type), type.inputs],
  [nameUpdateInput(type), type.changeInputs],
  ...listParts(type).parts.flatMap(({ name, members }): readonly (readonly [string, Fields])[] => [
    [namePartInput(name), members],
    [namePartChange(name), members],
  ]),
]

const attachToInput = (schema: GraphQLSchema, [name, fields]: readonly [string, Fields]): void => {
  const input = schema.getType(name)
  if (!isInputObjectType(input)) return
  const members = input.getFields()
  for (const [
    key,
    {
      schema: { maxItems },
    },
  ] of Object.entries(fields)) {
    const member = members[key]
    if (member && maxItems !== undefined) member.extensions = { [EXTENSION]: maxItems }
  }
}

/** C12.5: tells the inputs of a schema the most items of their lists. */
export const attachListLimits = (schema: GraphQLSchema, { types }: ContentModel): void => {
  for (const input of types.flatMap(listInputs)) attachToInput(schema, input)
}
