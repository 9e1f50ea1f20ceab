import type { Schemas } from '@content-service/client'

/** C17.9: the types of the model that the service describes. */
export type ContentModel = Schemas['ContentModel']
export type ContentType = Schemas['ModelType']
export type Field = Schemas['ModelField']
export type FieldKind = Field['kind']
export type Operation = Schemas['ModelOperation']

/** The member of a body that has the value of a field: `venueId` for the link `venue`. */
export const nameAttribute = ({ name, link }: Pick<Field, 'name' | 'link'>): string => link?.attribute ?? name

export const findType = ({ types }: ContentModel, path: string): ContentType | undefined =>
  types.find((type) => type.path === path)

/** @throws Error for a name that no type has. */
export const getTypeNamed = ({ types }: ContentModel, name: string): ContentType => {
  const found = types.find((type) => type.name === name)
  if (found === undefined) throw new Error(`The model has no type ${name}.`)
  return found
}

/** The name for people of what a page of the type shows. */
export const nameForPeople = ({ single, label, labels }: ContentType): string => (single ? label : labels)

/** The types in the order of their names for people. */
export const sortTypes = (types: readonly ContentType[]): readonly ContentType[] =>
  types.toSorted((one, other) => nameForPeople(one).localeCompare(nameForPeople(other)))

/** The type with a word of a search: `BLOG_POST` for `BlogPost`. */
export const findTypeByWord = ({ types }: ContentModel, word: string): ContentType | undefined =>
  types.find(({ name }) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase() === word)

/** What a word of `actions` does, in words for people; null for a word that needs an input or has a place of its own. */
export interface ActionWords {
  /** An operation of the type, or null. */
  readonly operation: Operation | null
  /** The field and the state of `status:PUBLISHED`, or null. */
  readonly move: { readonly field: string; readonly state: string; readonly label: string } | null
}

/** Reads a word of `actions`. */
export const readAction = (type: ContentType, action: string): ActionWords => {
  const [field = '', state] = action.split(':')
  if (state === undefined)
    return { operation: type.operations.find(({ name }) => name === action) ?? null, move: null }
  const choices = type.fields.find(({ name }) => name === field)?.choices
  const label = choices?.find(({ value }) => value === state)?.label ?? state
  return { operation: null, move: { field, state, label } }
}
