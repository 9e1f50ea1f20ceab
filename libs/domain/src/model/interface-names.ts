import { isState, type StateField } from './field.ts'
import type { RecordType } from './record-type.ts'

/**
 * The names that the interfaces derive from a content type. `checkNames` compares them with each other and with
 * the names of the service, and the interfaces use no other names.
 */
type NamedType = Pick<RecordType, 'name'>

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** `CreateRecipeInput` */
export const nameCreateInput = ({ name }: NamedType): string => `Create${name}Input`

/** `UpdateRecipeInput` */
export const nameUpdateInput = ({ name }: NamedType): string => `Update${name}Input`

/** The enum of a state: `RecipeProgress`. */
export const nameStateEnum = ({ name }: NamedType, field: string): string => `${name}${capitalize(field)}`

/** The schemas of REST, under their titles. */
export const nameNewBody = ({ name }: NamedType): string => `New${name}`
export const namePatchBody = ({ name }: NamedType): string => `${name}Patch`
export const nameListed = ({ name }: NamedType): string => `Listed${name}`
export const nameHit = ({ name }: NamedType): string => `${name}Hit`
export const nameOperationBody = ({ name }: NamedType, verb: string): string => `${capitalize(verb)}${name}`

/** The types of GraphQL, and the titles of the schemas of REST. */
export const listTypeNames = (type: RecordType): readonly string[] => {
  const states = Object.entries(type.fields).filter((entry): entry is [string, StateField] =>
    isState(entry[1]),
  )
  const verbs = Object.entries(type.operations).filter(([, { input }]) => Object.keys(input).length > 0)
  return [
    type.name,
    nameCreateInput(type),
    nameNewBody(type),
    nameListed(type),
    ...(type.isFixed ? [] : [nameUpdateInput(type), namePatchBody(type)]),
    ...(type.isSearchable ? [nameHit(type)] : []),
    ...states.map(([field]) => nameStateEnum(type, field)),
    ...verbs.map(([verb]) => nameOperationBody(type, verb)),
  ]
}
