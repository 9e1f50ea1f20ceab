import type { RecordType } from '@content-service/domain'
import {
  describeField,
  listUniqueKeys,
  nameKeyInput,
  nameUnique,
  nameUniqueField,
  nameOne,
  type UniqueKey,
} from '@content-service/domain/internal/model'
import { field, inputType, inputValue, readDirectives } from './ast.ts'
import { nameValueType } from './value-types.ts'

const isCompound = ({ attributes }: UniqueKey): boolean => attributes.length > 1

/** The value of one attribute of a key; an attribute that no field declares is an id. */
const declareKeyValue = (type: RecordType, attribute: string, sign = '') => {
  const declared = type.attributes[attribute]
  return declared === undefined
    ? inputValue(attribute, `ID${sign}`)
    : inputValue(attribute, `${nameValueType(type, attribute, declared)}${sign}`, describeField(declared))
}

const declareKeyMember = (type: RecordType, key: UniqueKey) =>
  isCompound(key)
    ? inputValue(key.name, nameKeyInput(type, key), `The ${key.attributes.join(' and ')} together.`)
    : declareKeyValue(type, key.name)

const declareKeyInput = (type: RecordType, key: UniqueKey) => {
  const members = key.attributes.map((attribute) => declareKeyValue(type, attribute, '!'))
  const about = `The ${key.attributes.join(' and ')} of ${nameOne(type.word)}.`
  return inputType(nameKeyInput(type, key), about, members)
}

/** C14.4: the input with one member for each unique key. Empty for a type without unique keys. */
export const declareUniqueInputs = (type: RecordType) => {
  const keys = listUniqueKeys(type)
  if (keys.length === 0) return []
  const about = `A unique key of ${nameOne(type.word)}: exactly one member.`
  const members = keys.map((key) => declareKeyMember(type, key))
  return [
    { ...inputType(nameUnique(type), about, members), ...readDirectives('@oneOf') },
    ...keys.filter(isCompound).map((key) => declareKeyInput(type, key)),
  ]
}

/** The root field that reads a record by a unique key. */
export const declareUniqueField = (type: RecordType) => {
  if (listUniqueKeys(type).length === 0) return []
  const about = `The ${type.word} with these unique values; null if there is none that you may read. A link that you may not see counts as null.`
  return [field(nameUniqueField(type), type.name, about, [inputValue('where', `${nameUnique(type)}!`)])]
}
