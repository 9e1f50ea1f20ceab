import {
  isBlocks,
  isGroup,
  isList,
  listRenamedFields,
  nameValue,
  type Field,
  type Fields,
} from '@content-service/domain/internal/model'

type ByName<Value> = Readonly<Record<string, Value>>

/** The argument of `rename_members`: the other names of members, of what is in them, and of texts. */
export interface RenamePlan {
  /** The names of now, by the names before. */
  readonly names?: ByName<string>
  /** What changes in the values of members, by both of their names. */
  readonly values?: ByName<RenamePlan>
  /** What changes in blocks, by their types. */
  readonly types?: ByName<RenamePlan>
  readonly texts?: ByName<string>
}

/** The names of members, by the names before. */
export const listNames = (fields: Fields): ByName<string> =>
  Object.fromEntries(
    listRenamedFields(fields)
      .filter(({ attribute, earlierAttribute }) => attribute !== earlierAttribute)
      .map(({ attribute, earlierAttribute }) => [earlierAttribute, attribute]),
  )

const listValues = (fields: Fields): ByName<RenamePlan> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const plan = planValue(field)
      const known = [name, field.renamedFrom ?? name].map((each) => nameValue(each, field))
      return plan === null ? [] : known.map((each) => [each, plan] as const)
    }),
  )

const isEmpty = (members: object): boolean => Object.keys(members).length === 0

/** C17.10: what changes in values by the names of fields. Null if all keep their names. */
export const planMembers = (fields: Fields): RenamePlan | null => {
  const [names, values] = [listNames(fields), listValues(fields)]
  if (isEmpty(names) && isEmpty(values)) return null
  return { ...(!isEmpty(names) && { names }), ...(!isEmpty(values) && { values }) }
}

/** What changes in the value of a field: in its parts, at any depth. */
export const planValue = (field: Field): RenamePlan | null => {
  if (isGroup(field)) return planMembers(field.members)
  if (isList(field)) return planValue(field.item)
  if (!isBlocks(field)) return null
  const types = Object.fromEntries(
    Object.entries(field.blocks).flatMap(([type, members]) => {
      const plan = planMembers(members)
      return plan === null ? [] : [[type, plan] as const]
    }),
  )
  return isEmpty(types) ? null : { types }
}
