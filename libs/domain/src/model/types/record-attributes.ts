import type { Rule } from '../../rules/accept.ts'
import { findMaskActions, listComputed, showComputedField } from '../computed/computed-fields.ts'
import {
  isComputedByReads,
  isLink,
  isMany,
  isOwner,
  isSlug,
  isText,
  type Field,
  type LinkField,
} from '../fields/field.ts'
import { isSearched } from '../fields/searched-texts.ts'
import { collectPartLinks } from '../links/joined-links.ts'
import { describeManyLink, type ManyLink } from '../links/many-links.ts'
import { createChangeRule, createRule, type Fields } from './record-operation.ts'
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

const collectManyLinks = (fields: Fields): readonly ManyLink[] =>
  Object.entries(fields).flatMap(([name, field]) => (isMany(field) ? [describeManyLink(name, field)] : []))

const createRules = (inputs: Fields, create: (field: Field) => Rule) =>
  Object.fromEntries(Object.entries(inputs).map(([name, field]) => [name, create(field)]))

/** What clients give in a new record, and in a change, which can also add and remove links (C14.2). */
const deriveInputs = (attributes: Fields, manyLinks: readonly ManyLink[]) => {
  const own = Object.entries(attributes).filter(([, { isInput }]) => isInput)
  const inputs = Object.fromEntries([
    ...own,
    ...manyLinks.map(({ attribute, field }) => [attribute, field] as const),
  ])
  const changes = Object.fromEntries(
    manyLinks.flatMap(({ add, remove, field }) => [
      [add, field],
      [remove, field],
    ]),
  )
  const changeInputs = { ...inputs, ...changes }
  return {
    inputs,
    rules: createRules(inputs, createRule),
    changeInputs,
    changeRules: createRules(changeInputs, createChangeRule),
  }
}

const nameChangeRights = (attributes: readonly (readonly [string, Field])[], resource: string) =>
  Object.fromEntries(
    attributes.flatMap(([name, { changedWith }]) =>
      changedWith === undefined ? [] : [[name, namePermission(resource, changedWith)] as const],
    ),
  )

/** C16.2: a computed field has the masks of all fields from which it is computed. */
const nameMasks = (attributes: readonly (readonly [string, Field])[], fields: Fields, resource: string) =>
  Object.fromEntries(
    attributes.flatMap(([name, field]) => {
      const actions = findMaskActions(field, fields)
      return actions.length === 0
        ? []
        : [[name, actions.map((action) => namePermission(resource, action))] as const]
    }),
  )

/** The attributes that follow from the fields of a declaration. */
export const deriveAttributes = (fields: Fields, resource: string) => {
  const attributes = Object.entries(fields)
    .filter(([, field]) => !isMany(field) && !isComputedByReads(field))
    .map(([name, field]) => [nameAttribute(name, field), field] as const)
  const manyLinks = collectManyLinks(fields)
  const lists = manyLinks.map(({ attribute, field }) => [attribute, field as Field] as const)
  const [ownerAttribute = null] = attributes.find(([, field]) => isOwner(field)) ?? []
  const [uniqueAttribute = null] =
    attributes.find(([, field]) => field.isUnique && isText(field) && !isSlug(field)) ?? []
  const computed = listComputed(fields)
  const shown = Object.entries(fields).filter(([, { isHidden }]) => !isHidden)
  return {
    shown: Object.fromEntries(shown.map(([name, field]) => [name, showComputedField(field, fields)])),
    attributes: Object.fromEntries(attributes),
    ...deriveInputs(Object.fromEntries(attributes), manyLinks),
    links: collectLinks(fields),
    manyLinks,
    partLinks: collectPartLinks(Object.fromEntries(attributes)),
    ownerAttribute,
    uniqueAttribute,
    computed,
    masks: nameMasks([...attributes, ...lists, ...Object.entries(computed)], fields, resource),
    changeRights: nameChangeRights([...attributes, ...lists], resource),
    isSearchable: attributes.some(([, field]) => isSearched(field)),
  }
}
