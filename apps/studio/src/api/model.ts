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
