import { isLink, isOwner, type Field, type LinkField } from './field.ts'
import { createRule, type Fields } from './record-operation.ts'
import { namePermission } from './record-permissions.ts'

/** A link of a type. */
export interface RecordLink {
  /** The name of the link: `category`. */
  readonly name: string
  /** The attribute that stores the id: `categoryId`. */
  readonly attribute: string
  readonly field: LinkField
}

const nameAttribute = (name: string, field: Field): string => (isLink(field) ? `${name}Id` : name)

const collectLinks = (fields: Fields): readonly RecordLink[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    isLink(field) ? [{ name, attribute: nameAttribute(name, field), field }] : [],
  )

/** The attributes that follow from the fields of a declaration. */
export const deriveAttributes = (fields: Fields, resource: string) => {
  const attributes = Object.entries(fields).map(
    ([name, field]) => [nameAttribute(name, field), field] as const,
  )
  const inputs = attributes.filter(([, { isInput }]) => isInput)
  const [ownerAttribute = null] = attributes.find(([, field]) => isOwner(field)) ?? []
  const [uniqueAttribute = null] = attributes.find(([, { isUnique }]) => isUnique) ?? []
  const nameEach = (read: (field: Field) => string | undefined) =>
    Object.fromEntries(
      attributes.flatMap(([name, field]) => {
        const action = read(field)
        return action === undefined ? [] : [[name, namePermission(resource, action)] as const]
      }),
    )
  return {
    shown: Object.fromEntries(Object.entries(fields).filter(([, { isHidden }]) => !isHidden)),
    attributes: Object.fromEntries(attributes),
    inputs: Object.fromEntries(inputs),
    rules: Object.fromEntries(inputs.map(([name, field]) => [name, createRule(field)])),
    links: collectLinks(fields),
    ownerAttribute,
    uniqueAttribute,
    masks: nameEach(({ seenWith }) => seenWith),
    changeRights: nameEach(({ changedWith }) => changedWith),
    isSearchable: attributes.some(([, { search }]) => search !== undefined),
  }
}
