import { capitalize } from './capitalize.ts'
import { isChoice, listWords, type Field } from './fields/field.ts'
import { isField } from './fields/member-rules.ts'
import { isList } from './fields/part-fields.ts'
import { joinPartTypes, listPartTypes, namePartChange, namePartInput, type PartTypes } from './part-names.ts'
import type { Fields } from './types/record-operation.ts'
import { listCounters, nameStats } from './counters/counters.ts'
import { nameDraft, nameDraftBody, nameDraftInput } from './drafts/draft-type.ts'
import { nameRevision } from './revisions/revision-type.ts'
import type { RecordType } from './types/record-type.ts'
import { listUniqueKeys, type UniqueKey } from './unique-keys.ts'
import { memoize } from '../rules/memoize.ts'

/**
 * The names that the interfaces derive from a content type. `checkNames` compares them with each other and with
 * the names of the service, and the interfaces use no other names.
 */
type NamedType = Pick<RecordType, 'name'>

/** `CreateRecipeInput` */
export const nameCreateInput = ({ name }: NamedType): string => `Create${name}Input`

/** C14.4: the operation that creates or changes a record by its ref: `upsertRecipe`. */
export const nameUpsert = ({ name }: NamedType): string => `upsert${name}`

/** `UpdateRecipeInput` */
export const nameUpdateInput = ({ name }: NamedType): string => `Update${name}Input`

/** The enum of a state or of a choice: `RecipeProgress`, or the name that the option `as` gives. */
export const nameEnum = ({ name }: NamedType, [member, field]: readonly [string, Field]): string =>
  (isChoice(field) ? field.as : undefined) ?? `${name}${capitalize(member)}`

/** The root field of the connection of a type: `recipesConnection`. */
export const nameConnectionField = ({ names }: Pick<RecordType, 'names'>): string => `${names.list}Connection`
export const nameConnection = ({ name }: NamedType): string => `${name}Connection`
export const nameEdge = ({ name }: NamedType): string => `${name}Edge`

/** The input of a filter: `RecipeWhere`. A list of records has `RecipeListWhere`, and a choice `RecipeStatusWhere`. */
export const nameWhere = (name: string): string => `${name}Where`
export const nameListWhere = ({ name }: NamedType): string => `${name}ListWhere`
export const nameOrderBy = ({ name }: NamedType): string => `${name}OrderBy`
export const nameOrderField = ({ name }: NamedType): string => `${name}OrderField`

/** C17.9: the root field that lists what the caller may do without a record: `recipeActions`. */
export const nameTypeActions = ({ word }: Pick<RecordType, 'word'>): string => `${word}Actions`

/** C14.4: the root field that reads a record by a unique key, its input, and the input of a key of several fields. */
export const nameUniqueField = ({ word }: Pick<RecordType, 'word'>): string => `${word}By`
export const nameUnique = ({ name }: NamedType): string => `${name}Unique`
export const nameKeyInput = ({ name }: NamedType, key: UniqueKey): string =>
  `${name}${capitalize(key.name)}Unique`

export const nameCountField = ({ name }: NamedType): string => `${name}CountField`

/** The word of a field in enums: `STARTS_AT`. */
export const nameWord = (field: string): string =>
  field
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('.', '_')
    .toUpperCase()

/** The word of a type in enums, in capitals with underscores: `BLOG_POST` for `BlogPost`. */
export const nameTypeWord = ({ name }: NamedType): string =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()

/** The schemas of REST, under their titles. */
export const nameNewBody = ({ name }: NamedType): string => `New${name}`
export const namePatchBody = ({ name }: NamedType): string => `${name}Patch`
export const nameListed = ({ name }: NamedType): string => `Listed${name}`
export const nameHit = ({ name }: NamedType): string => `${name}Hit`
export const nameOperationBody = ({ name }: NamedType, verb: string): string => `${capitalize(verb)}${name}`

/** An enum of a type: that of a field, or of an input of an operation. */
export interface WordsEnum {
  readonly name: string
  readonly field: Field
  /** The values are in a list, whose filter has a name of its own (C16.1). */
  readonly isListed: boolean
}

/** C16.1: the option `as` names an enum that several fields share. */
export const isShared = (field: Field): boolean => isChoice(field) && field.as !== undefined

/** The values of a list have the words of a choice. */
const readItem = (field: Field): Field => (isList(field) ? field.item : field)

const collectOwnEnums = (of: NamedType, fields: Fields): readonly WordsEnum[] =>
  Object.entries(fields).flatMap(([name, declared]) => {
    const field = isField(declared) ? readItem(declared) : declared
    // `contentModel` reports what is no field.
    return !isField(field) || listWords(field) === null
      ? []
      : [{ name: nameEnum(of, [name, field]), field, isListed: isList(declared) }]
  })

/** The enums of fields, and those of their parts. */
export const collectEnums = (of: NamedType, fields: Fields): readonly WordsEnum[] => [
  ...collectOwnEnums(of, fields),
  ...listPartTypes(of, fields, false).members.flatMap((part) => collectOwnEnums(part.owner, part.fields)),
]

/** The owner of the enums in the inputs of an operation: `CancelMeetupReason`. */
export const nameOperationEnums = ({ name }: NamedType, verb: string): NamedType => ({
  name: `${capitalize(verb)}${name}`,
})

/** The enums of the states and choices of a type, of its operations, and of the parts of both. */
export const listEnums = (type: RecordType): readonly WordsEnum[] => [
  ...collectOwnEnums(type, type.fields),
  ...Object.entries(type.operations).flatMap(([verb, { input }]) =>
    collectOwnEnums(nameOperationEnums(type, verb), input),
  ),
  ...listParts(type).members.flatMap((part) => collectOwnEnums(part.owner, part.fields)),
]

const collectParts = (type: RecordType): PartTypes => {
  const own = listPartTypes(type, type.fields, true)
  const given = Object.entries(type.operations).map(([verb, { input }]) =>
    listPartTypes(nameOperationEnums(type, verb), input, false),
  )
  return joinPartTypes([own, ...given])
}

/** The types of the parts of a type, and of the inputs of its operations (C16.1). */
export const listParts: (type: RecordType) => PartTypes = memoize(collectParts)

const listPartNames = (type: RecordType): readonly string[] => {
  const { parts, unions } = listParts(type)
  return [
    ...parts.flatMap(({ name, isChanged, isShared }) =>
      isShared
        ? []
        : [name, namePartInput(name), nameWhere(name), ...(isChanged ? [namePartChange(name)] : [])],
    ),
    ...unions.flatMap(({ name, isShared }) => (isShared ? [] : [name, namePartInput(name)])),
  ]
}

const listUniqueNames = (type: RecordType): readonly string[] => {
  // The checks of the model report a wrong form of `unique`.
  const keys = Array.isArray(type.uniques) && type.uniques.every(Array.isArray) ? listUniqueKeys(type) : []
  const compound = keys.filter(({ attributes }) => attributes.length > 1)
  return keys.length === 0 ? [] : [nameUnique(type), ...compound.map((key) => nameKeyInput(type, key))]
}

/** The types of GraphQL, and the titles of the schemas of REST. */
export const listTypeNames = (type: RecordType): readonly string[] => {
  const enums = listEnums(type).flatMap(({ name, field, isListed }) =>
    isShared(field) ? [] : [name, nameWhere(isListed ? `${name}List` : name)],
  )
  const verbs = Object.entries(type.operations).filter(([, { input }]) => Object.keys(input).length > 0)
  const own = [
    type.name,
    ...(type.isFixed ? [] : [nameUpdateInput(type), namePatchBody(type)]),
    ...enums,
    ...listPartNames(type),
    ...(type.keepsRevisions ? [nameRevision(type), nameListed({ name: nameRevision(type) })] : []),
    ...(type.takesDrafts ? [nameDraft(type), nameDraftInput(type), nameDraftBody(type)] : []),
  ]
  if (type.isSingle) return own
  return [
    ...own,
    nameCreateInput(type),
    nameNewBody(type),
    nameListed(type),
    nameConnection(type),
    nameEdge(type),
    nameWhere(type.name),
    nameListWhere(type),
    nameOrderBy(type),
    nameOrderField(type),
    nameCountField(type),
    ...listUniqueNames(type),
    ...(type.isSearchable ? [nameHit(type)] : []),
    ...verbs.map(([verb]) => nameOperationBody(type, verb)),
    ...(type.schedule === null ? [] : [nameOperationBody(type, 'schedule')]),
    ...(listCounters(type).length > 0 ? [nameStats(type)] : []),
  ]
}
