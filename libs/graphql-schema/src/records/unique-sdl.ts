import type { RecordType } from '@content-service/domain'
import {
  describeField,
  listUniqueKeys,
  nameKeyInput,
  nameUnique,
  nameUniqueField,
  nameOne,
  type UniqueKey,
} from '@content-service/domain/model'
import { nameValueType } from './value-types.ts'

const line = (about: string, declaration: string): string => `  ${JSON.stringify(about)}\n  ${declaration}`

const nameType = (type: RecordType, attribute: string): string => {
  const field = type.attributes[attribute]
  return field === undefined ? 'ID' : nameValueType(type, attribute, field)
}

const describe = ({ attributes }: RecordType, attribute: string): string => {
  const field = attributes[attribute]
  return field ? describeField(field) : ''
}

const isCompound = ({ attributes }: UniqueKey): boolean => attributes.length > 1

const keyMember = (type: RecordType, key: UniqueKey): string =>
  isCompound(key)
    ? line(`The ${key.attributes.join(' and ')} together.`, `${key.name}: ${nameKeyInput(type, key)}`)
    : line(describe(type, key.name), `${key.name}: ${nameType(type, key.name)}`)

const keyInput = (type: RecordType, key: UniqueKey): string => {
  const members = key.attributes.map((each) =>
    line(describe(type, each), `${each}: ${nameType(type, each)}!`),
  )
  const about = `The ${key.attributes.join(' and ')} of ${nameOne(type.word)}.`
  return `${JSON.stringify(about)}\ninput ${nameKeyInput(type, key)} {\n${members.join('\n')}\n}\n`
}

/** C14.4: the input with one member for each unique key. Empty for a type without unique keys. */
export const declareUnique = (type: RecordType): readonly string[] => {
  const keys = listUniqueKeys(type)
  if (keys.length === 0) return []
  const about = `A unique key of ${nameOne(type.word)}: exactly one member.`
  const members = keys.map((key) => keyMember(type, key))
  return [
    `${JSON.stringify(about)}\ninput ${nameUnique(type)} @oneOf {\n${members.join('\n')}\n}\n`,
    ...keys.filter(isCompound).map((key) => keyInput(type, key)),
  ]
}

/** The root field that reads a record by a unique key. */
export const uniqueFields = (type: RecordType): readonly string[] =>
  listUniqueKeys(type).length === 0
    ? []
    : [
        line(
          `The ${type.word} with these unique values; null if there is none that you may read. A link that you may not see counts as null.`,
          `${nameUniqueField(type)}(where: ${nameUnique(type)}!): ${type.name}`,
        ),
      ]
