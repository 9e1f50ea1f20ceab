import type { ContentModel, RecordType } from '@content-service/domain'
import {
  describeField,
  describeHidden,
  describeInitial,
  describeInput,
  describeOrder,
  isHideable,
  isLink,
  isChoice,
  isMany,
  isSlug,
  LIKED,
  listEnums,
  listWords,
  nameCreateInput,
  nameOne,
  nameUpdateInput,
  showsLiked,
  type Choice,
  type Field,
  type ManyField,
  type WordsEnum,
} from '@content-service/domain/internal/model'
import { enumType, field, inputType, inputValue, objectType } from './ast.ts'
import { declareConnection, declareList } from './list-fields.ts'
import { declareDraft, declareDraftField } from './draft-types.ts'
import { declareParts } from './part-types.ts'
import { declareRevision, declareRevisionList } from './revision-types.ts'
import { declareUniqueInputs } from './unique-inputs.ts'
import { nameValueType } from './value-types.ts'

const declareValue = (type: RecordType, name: string, shown: Field) => {
  const valueType = isLink(shown) ? shown.to.name : nameValueType(type, name, shown)
  const sign = shown.isOptional || isHideable(shown) ? '' : '!'
  return field(name, `${valueType}${sign}`, `${describeField(shown)}${describeHidden(shown)}`)
}

const declareLinks = (model: ContentModel, name: string, { about, toMany, isOrdered }: ManyField) => {
  const to = model.typeNamed(toMany.name)
  const order = isOrdered ? 'in their order' : describeOrder(to)
  return declareList(model, to, [name, `${about.replace(/\.$/, '')}, ${order}`])
}

const declareFields = (model: ContentModel, type: RecordType) =>
  Object.entries<Field>(type.shown).flatMap(([name, each]) =>
    isMany(each) ? declareLinks(model, name, each) : [declareValue(type, name, each)],
  )

/** The lists of the records that link to the type. */
const declareInverses = (model: ContentModel, type: RecordType) =>
  model.inverseLinks(type).flatMap(({ name, type: from }) => {
    const about = `The ${from.names.plural} of the ${type.word}, ${describeOrder(from)}`
    return declareList(model, from, [name, about])
  })

/** C12.8. */
const declareActions = (model: ContentModel, { word, plural }: RecordType) => {
  const words = model.actionsOf(plural).map((action) => `\`${action.word}\``)
  const known = words.length === 0 ? 'nothing' : words.join(', ')
  const about = `What you may do to the ${word} now, of ${known}; in alphabetical order.`
  return field('availableActions', '[String!]!', about)
}

const ABOUT_VERSION =
  'Increases with each edit. Send the version with an update: the update fails with CONFLICT if another edit came first.'
const ABOUT_CHANGE = 'The time of the last change, or of the creation before the first change.'

const declareVersion = (type: RecordType) => {
  const changes = [
    field('updatedAt', 'String', 'The time of the last change; null until then.'),
    field('changedAt', 'String!', ABOUT_CHANGE),
  ]
  return [
    field('version', 'Int!', ABOUT_VERSION),
    field('createdAt', 'String!', `The time at which the ${type.word} was created.`),
    ...(type.showsChangeTime ? changes : []),
  ]
}

/** C17.5. */
const declareLiked = (type: RecordType) =>
  showsLiked(type) ? [field(LIKED, 'Boolean!', `Whether you like the ${type.word}.`)] : []

/** The interface Searchable has a title and a description. */
const isSearchable = ({ isSearchable: isFound, fields }: RecordType): boolean =>
  isFound && ['title', 'description'].every((name) => Object.hasOwn(fields, name))

const declareObject = (model: ContentModel, type: RecordType) => {
  const fields = [
    field('id', 'ID!', 'A UUID.'),
    ...declareFields(model, type),
    ...declareInverses(model, type),
    ...declareRevisionList(type),
    ...declareDraftField(type),
    ...declareLiked(type),
    ...(type.isFixed ? [] : declareVersion(type)),
    declareActions(model, type),
  ]
  return objectType(type.name, type.about, fields, isSearchable(type) ? ['Searchable'] : [])
}

const describeWord = ({ label, about }: Choice): string =>
  [label === undefined ? '' : `${label}.`, about ?? ''].filter(Boolean).join(' ')

/** The enum of a choice, with the descriptions of its words. */
export const declareChoice = ({ name, field: each }: WordsEnum) => {
  const choices = isChoice(each) ? each.choices : []
  const described = Object.fromEntries(choices.map((choice) => [choice.word, describeWord(choice)]))
  return enumType(name, each.about, listWords(each) ?? [], described)
}

const declareEnum = (type: RecordType, each: WordsEnum) =>
  isChoice(each.field)
    ? declareChoice(each)
    : enumType(each.name, `The states of ${nameOne(type.word)}.`, listWords(each.field) ?? [])

const isRequired = ({ isOptional, initial }: Field): boolean => !isOptional && initial === null

/** The members of a new record. */
export const declareCreateMembers = (type: RecordType) =>
  Object.entries(type.inputs).map(([name, each]) => {
    const sign = isRequired(each) ? '!' : ''
    return inputValue(
      name,
      `${nameValueType(type, name, each, 'input')}${sign}`,
      `${describeInput(type, [name, each])}${describeInitial(each)}`,
    )
  })

/** C17.7: a record always has a slug. */
const describeNull = (field: Field): string => {
  if (isSlug(field)) return ' With null, the service derives the slug again.'
  return field.isOptional ? ' Null clears the value.' : ''
}

/** The members of a change. */
export const declareUpdateMembers = (type: RecordType) =>
  Object.entries(type.changeInputs).map(([name, each]) => {
    return inputValue(
      name,
      nameValueType(type, name, each, 'change'),
      `${describeInput(type, [name, each])}${describeNull(each)}`,
    )
  })

const declareCreate = (type: RecordType) =>
  inputType(nameCreateInput(type), `A new ${type.word}.`, declareCreateMembers(type))

const declareUpdate = (type: RecordType) => {
  const one = type.isSingle ? `the ${type.word}` : nameOne(type.word)
  const about = `A change of ${one}. Fields that you leave out keep their values.`
  return inputType(nameUpdateInput(type), about, [
    ...(type.isSingle ? [] : [inputValue('id', 'ID!', `The id of the ${type.word} to change.`)]),
    ...declareUpdateMembers(type),
    inputValue('version', 'Int', 'If the record has another version, the update fails with CONFLICT.'),
  ])
}

/** The types, enums and inputs of a declared type, without those of its filters and orders. */
export const declareType = (model: ContentModel, type: RecordType) => [
  declareObject(model, type),
  ...declareRevision(type),
  ...declareDraft(type),
  ...listEnums(type).map((each) => declareEnum(type, each)),
  ...declareParts(type),
  ...(type.isSingle ? [] : [declareCreate(type)]),
  ...(type.isFixed ? [] : [declareUpdate(type)]),
  ...(type.isSingle ? [] : [...declareUniqueInputs(type), ...declareConnection(model, type)]),
]
