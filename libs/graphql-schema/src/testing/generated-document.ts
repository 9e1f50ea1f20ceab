import fc, { type GeneratorValue } from 'fast-check'
import {
  getNamedType,
  isEnumType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { MemoryTables } from '@content-service/domain/testing'
import { choose } from './generated-world.ts'

/** Three relations connect each type with each other type and back. */
const MOST_LEVELS = 3

const CONTAINERS = /(Connection|Edge)$/

const isLeaf = (type: GraphQLNamedType): boolean => isScalarType(type) || isEnumType(type)

/** Fields that return no records, or that other tests cover. */
const LEFT_OUT = new Set([
  'explainAccess',
  'secondFactor',
  'sessions',
  'userSessions',
  'dataExport',
  'categoryBy',
  'articleBy',
])

const inBraces = (fields: readonly string[]): string => `{ __typename ${fields.join(' ')} }`

/** Non-null fields that fail for most callers, so that the response has no data. */
const REFUSED = new Set(['status', 'preferences'])

const writeSelection = (g: GeneratorValue, type: GraphQLNamedType, levels: number): string => {
  if (isLeaf(type)) return ''
  if (isUnionType(type))
    return inBraces(type.getTypes().map((each) => `... on ${each.name} ${writeSelection(g, each, levels)}`))
  return isObjectType(type) ? writeObjectSelection(g, type, levels) : ''
}

/** `counts(by: STATUS)` */
const writeRequired = ({ args }: GraphQLField<unknown, unknown>): string => {
  const [required] = args.filter(({ type }) => isNonNullType(type))
  const type = required && getNamedType(required.type)
  return required && isEnumType(type) ? `(${required.name}: ${type.getValues().at(-1)?.name})` : ''
}

const writeObjectSelection = (g: GeneratorValue, type: GraphQLObjectType, levels: number): string => {
  const isContainer = CONTAINERS.test(type.name)
  // Few documents select the records of a page twice. Those with numbers by value have no plan.
  const left = choose(g, ['nodes', 'nodes', 'edges', 'nodes', 'edges', ''])
  const taken = Object.values(type.getFields()).filter((field) => {
    if (field.name === 'id') return true
    if (field.name === left && 'nodes' in type.getFields()) return false
    if (field.name === 'counts') return g(fc.nat, 9) === 0
    if (REFUSED.has(field.name)) return g(fc.nat, 30) === 0
    if (isLeaf(getNamedType(field.type))) return g(fc.nat, 3) === 0
    return levels > 0 && (isContainer || g(fc.nat, 2) === 0)
  })
  const below = isContainer ? levels : levels - 1
  // An alias for each type: fields of one name differ in type between the members of a union.
  const alias = (field: GraphQLField<unknown, unknown>): string =>
    field.name === 'id' ? '' : `${type.name}_${field.name}: `
  return inBraces(
    taken.map(
      (field) =>
        `${alias(field)}${field.name}${writeRequired(field)} ${writeSelection(g, getNamedType(field.type), Math.max(below, 0))}`,
    ),
  )
}

const chooseId = (g: GeneratorValue, field: string, tables: MemoryTables): string => {
  const ids = {
    user: [...tables.users.keys()],
    article: [...tables.articles.keys()],
    product: [...tables.of('products').keys()],
    category: [...tables.of('categories').keys()],
    webhookDeliveries: [...tables.webhooks.keys()],
  }[field] ?? ['none']
  return JSON.stringify(String(choose<string | number>(g, ids)))
}

const writeArguments = (
  g: GeneratorValue,
  { name, args }: GraphQLField<unknown, unknown>,
  tables: MemoryTables,
): string => {
  const values: Readonly<Record<string, string>> = {
    id: chooseId(g, name, tables),
    query: JSON.stringify(choose(g, ['said', 'tests', 'ann', 'product'])),
    keyword: '"a"',
  }
  const given = args.filter(({ name: argument }) => argument in values && name !== 'categories')
  return given.length > 0 ? `(${given.map((arg) => `${arg.name}: ${values[arg.name]}`).join(', ')})` : ''
}

/** A query of one root field, with the id and the type of every record that it reaches. */
export const generateDocument = (g: GeneratorValue, schema: GraphQLSchema, tables: MemoryTables): string => {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {})
  const covered = roots.filter(({ name, type }) => !LEFT_OUT.has(name) && !isLeaf(getNamedType(type)))
  // A search leads to records of most types.
  const searches = covered.filter(({ name }) => name === 'search' || name === 'searchAll')
  const root = choose(g, [...covered, ...searches, ...searches])
  return `{ ${root.name}${writeArguments(g, root, tables)} ${writeSelection(g, getNamedType(root.type), MOST_LEVELS)} }`
}
