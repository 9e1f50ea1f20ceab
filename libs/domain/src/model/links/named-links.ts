import { adviseName } from '../../rules/similar-name.ts'
import { isLink, isMany, type Field } from '../fields/field.ts'
import { createRule, type Fields, type RecordOperation } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'
import { replaceFields } from '../types/replace-fields.ts'
import { orderByLinks } from './link-order.ts'
import { leadTo, leadToMany } from './self-links.ts'

type Types = readonly RecordType[]

const findTargetName = (field: Field): string | null => {
  if (isMany(field)) return field.toMany.name
  return isLink(field) ? field.to.name : null
}

const mapFields = (fields: Fields, change: (field: Field) => Field): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]))

const isNamed = (field: Field): boolean => (isLink(field) || isMany(field)) && field.isNamed === true

/** The link, which leads to the type with its name; the same field if the model has no such type. */
const resolveField = (field: Field, types: Types): Field => {
  const type = isNamed(field) ? types.find(({ name }) => name === findTargetName(field)) : undefined
  if (type === undefined) return field
  // The table is the plural of a type in the model.
  const target = { name: type.name, plural: type.plural, isNumbered: type.isNumbered }
  return isMany(field) ? { ...field, ...leadToMany(target, field.max) } : { ...field, ...leadTo(target) }
}

const findWrongInputs = ({ input }: RecordOperation, types: Types): readonly string[] => {
  const names = types.map(({ name }) => name)
  return Object.entries(input).flatMap(([member, field]) => {
    const target = isNamed(field) ? findTargetName(field) : null
    if (target === null || names.includes(target)) return []
    return [`${member}: the model has no content type ${target}; ${adviseName(target, names)}`]
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
  const isLate = (field: Field): boolean => later.has(findTargetName(field) ?? '')
  if (!Object.values(type.fields).some(isLate)) return type
  const mark = (field: Field): Field => (isLate(field) ? ({ ...field, isLate: true } as Field) : field)
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
