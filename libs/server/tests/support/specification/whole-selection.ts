import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'

const fieldText = (
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  levels: number,
): readonly string[] => {
  const { name, type } = field
  const named = getNamedType(type)
  if (isLeafType(named)) return [name]
  return levels === 0 ? [] : [`${name}${writeRequired(field)} ${wholeSelection(schema, named, levels - 1)}`]
}

/** `counts(by: STATUS)` */
const writeRequired = ({ args }: GraphQLField<unknown, unknown>): string => {
  const [required] = args.filter((argument) => isNonNullType(argument.type))
  const type = required && getNamedType(required.type)
  return required && isEnumType(type) ? `(${required.name}: ${type.getValues()[0]?.name})` : ''
}

/** Members can have fields with one name and different types, which one document cannot select of both. */
const selectMembers = (schema: GraphQLSchema, type: GraphQLAbstractType): string => {
  const members = schema.getPossibleTypes(type).map(({ name }) => `... on ${name} { id }`)
  return `{ __typename ${members.join(' ')} }`
}

/** A selection of all fields of a type, with at most `levels` levels of objects. */
export const wholeSelection = (schema: GraphQLSchema, type: GraphQLNamedType, levels: number): string => {
  if (isAbstractType(type)) return selectMembers(schema, type)
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).flatMap((field) => fieldText(schema, field, levels))
  return `{ __typename ${fields.join(' ')} }`
}
