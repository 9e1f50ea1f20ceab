import { adviseName } from '../../rules/similar-name.ts'
import { isMany, type Field, type LinkField, type ManyField } from '../fields/field.ts'
import { createRule, type Fields, type RecordOperation } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { replaceFields } from '../types/replace-fields.ts'
import { listFieldLinks, replaceLinks } from './replace-links.ts'
import { orderByLinks } from './link-order.ts'
import { leadTo, leadToMany } from './self-links.ts'

type Types = readonly RecordType[]

const findTargetName = (link: LinkField | ManyField): string =>
  isMany(link) ? link.toMany.name : link.to.name

const mapFields = (fields: Fields, change: (field: Field) => Field): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]))

const isNamed = (field: Field): boolean => listFieldLinks(field).some((link) => link.isNamed)

/** The link, which leads to the type with its name; the same link if the model has no such type. */
const resolveLink = (link: LinkField | ManyField, types: Types): Field => {
  const type = link.isNamed ? types.find(({ name }) => name === findTargetName(link)) : undefined
  if (type === undefined) return link
  // The table is the plural of a type in the model.
  const target = { name: type.name, plural: type.plural, isNumbered: type.isNumbered }
  return isMany(link) ? { ...link, ...leadToMany(target, link.max) } : { ...link, ...leadTo(target) }
}

const resolveField = (field: Field, types: Types): Field =>
  replaceLinks(field, (link) => resolveLink(link, types))

const findWrongInputs = ({ input }: RecordOperation, types: Types): readonly string[] => {
  const names = types.map(({ name }) => name)
  return Object.entries(input).flatMap(([member, field]) => {
    const targets = listFieldLinks(field).flatMap((link) => (link.isNamed ? [findTargetName(link)] : []))
    return targets
      .filter((target) => !names.includes(target))
      .map((target) => `${member}: the model has no content type ${target}; ${adviseName(target, names)}`)
  })
}

const resolveOperation = (operation: RecordOperation, types: Types): RecordOperation => {
  const input = mapFields(operation.input, (field) => resolveField(field, types))
  const rules = Object.entries(input).map(([name, field]) => [name, createRule(field)])
  const problems = [...operation.problems, ...findWrongInputs(operation, types)]
  return { ...operation, input, rules: Object.fromEntries(rules), problems }
}

const resolveOperations = ({ operations }: RecordType, types: Types): RecordType['operations'] =>
  Object.fromEntries(
    Object.entries(operations).map(([verb, operation]) => [
      verb,
      Object.values(operation.input).some(isNamed) ? resolveOperation(operation, types) : operation,
    ]),
  )

const resolveNames = (type: RecordType, types: Types): RecordType => {
  const operations = resolveOperations(type, types)
  return Object.values(type.fields).some(isNamed)
    ? {
        ...replaceFields(
          type,
          mapFields(type.fields, (field) => resolveField(field, types)),
        ),
        operations,
      }
    : { ...type, operations }
}

/** The type, whose links to types that stand behind it in the order are late. */
const markLate = (type: RecordType, later: ReadonlySet<string>): RecordType => {
  const isLate = (link: LinkField | ManyField): boolean => later.has(findTargetName(link))
  if (!Object.values(type.fields).some((field) => listFieldLinks(field).some(isLate))) return type
  const mark = (field: Field): Field =>
    replaceLinks(field, (link) => (isLate(link) ? { ...link, isLate: true } : link))
  return replaceFields(type, mapFields(type.fields, mark))
}

/**
 * C15.21: the types of a model, whose links by name lead to the types with these names. The links that close a circle of types
 * are late. A type without such links stays the same object. A name that no type has stays, and `checkLinks` refuses it.
 */
export const resolveLinks = (types: Types): Types => {
  const hasNames = ({ fields, operations }: RecordType): boolean =>
    [fields, ...Object.values(operations).map(({ input }) => input)].some((each) =>
      Object.values(each).some(isNamed),
    )
  const resolved = types.map((type) => (hasNames(type) ? resolveNames(type, types) : type))
  const order = orderByLinks(resolved).map(({ name }) => name)
  return resolved.map((type) => markLate(type, new Set(order.slice(order.indexOf(type.name) + 1))))
}
