import type { RecordType } from '@content-service/domain'
import {
  describeField,
  isLink,
  listParts,
  namePartMember,
  namePartChange,
  namePartInput,
  type BlockUnion,
  type Field,
  type PartType,
} from '@content-service/domain/internal/model'
import type { TypeDefinitionNode } from 'graphql'
import { field, inputType, inputValue, objectType, readDirectives, unionType } from './ast.ts'
import { nameValueType, type Place } from './value-types.ts'

const ABOUT_KEY = 'Tells the part from the others of its list.'
const ABOUT_SENT_KEY = `${ABOUT_KEY} 1 to 64 characters; the service makes one for a part without a key.`

/** C16.1: a block is an input object with one member. */
const ONE_OF = readDirectives('@oneOf')

/** C14.2: a caller who does not see a link sends the part back without it. */
const isRequired = (member: Field): boolean =>
  !isLink(member) && !member.isOptional && member.initial === null

/** The type of a part in responses. */
export const declarePartObject = (part: PartType) => {
  const members = Object.entries(part.members).map(([name, member]) => {
    if (isLink(member)) return field(name, member.to.name, describeField(member))
    const sign = member.isOptional ? '' : '!'
    return field(name, `${nameValueType(part, name, member)}${sign}`, describeField(member))
  })
  const key = part.hasKey ? [field('key', 'ID!', ABOUT_KEY)] : []
  return objectType(part.name, part.about, [...key, ...members])
}

const declareInputMembers = (part: PartType, place: Place) =>
  Object.entries(part.members).map(([name, member]) => {
    const sign = place === 'input' && isRequired(member) ? '!' : ''
    return inputValue(
      namePartMember(name, member),
      `${nameValueType(part, name, member, place)}${sign}`,
      describeField(member),
    )
  })

/** The type of a new part. */
export const declarePartInput = (part: PartType) => {
  const key = part.hasKey ? [inputValue('key', 'ID', ABOUT_SENT_KEY)] : []
  return inputType(namePartInput(part.name), part.about, [...key, ...declareInputMembers(part, 'input')])
}

const declareChange = (part: PartType) =>
  inputType(
    namePartChange(part.name),
    `${part.about} Members that you leave out keep their values.`,
    declareInputMembers(part, 'change'),
  )

const declareUnion = ({ name, about, types }: BlockUnion): readonly TypeDefinitionNode[] => {
  const members = Object.entries(types).map(([type, typeName]) => inputValue(type, namePartInput(typeName)))
  return [
    unionType(name, Object.values(types)),
    { ...inputType(namePartInput(name), `${about} Each block has one of the members.`, members), ...ONE_OF },
  ]
}

/** C16.1: the types of the groups, lists and blocks of a type. */
export const declareParts = (type: RecordType): readonly TypeDefinitionNode[] => {
  const { parts, unions } = listParts(type)
  return [
    ...parts.flatMap((part) => [
      declarePartObject(part),
      declarePartInput(part),
      ...(part.isChanged ? [declareChange(part)] : []),
    ]),
    ...unions.flatMap(declareUnion),
  ]
}
