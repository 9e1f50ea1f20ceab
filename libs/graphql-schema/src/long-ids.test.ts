import type { ContentError } from '@content-service/domain'
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema } from './service/schema.ts'
import { aWorld } from './testing/world.ts'

const LONG_ID = 'x'.repeat(20_000)

/** Values that the scalars accept; only ids are too long. */
const SAMPLES: Readonly<Record<string, string>> = {
  ID: `"${LONG_ID}"`,
  Int: '1',
  Float: '1',
  Boolean: 'true',
  Date: '"2026-11-20"',
  Email: '"ada@example.org"',
  URL: '"https://a.example"',
  JSON: '{}',
}

/** Filters have filters in them. */
const takesId = (type: GraphQLInputType, around: readonly unknown[] = []): boolean => {
  const named = getNamedType(type)
  if (!isInputObjectType(named)) return named.name === 'ID'
  if (around.includes(named)) return false
  return Object.values(named.getFields()).some((field) => takesId(field.type, [...around, named]))
}

/** A value of the type, with all its required members and all its ids. */
const writeValue = (type: GraphQLInputType, around: readonly unknown[] = []): string => {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return `[${writeValue(nullable.ofType, around)}]`
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name ?? ''
  if (!isInputObjectType(nullable)) return SAMPLES[nullable.toString()] ?? '"maroon kettle drifts north"'
  const fields = Object.values(nullable.getFields())
  const inside = [...around, nullable]
  // A filter has the ids of its own record; the filters in it have the same members.
  const isFilter = nullable.name.endsWith('Where') && around.length > 0
  return `{ ${fields
    .filter((field) => isRequiredInputField(field) || takesId(field.type, inside))
    .filter((field) => !isFilter || !isInputObjectType(getNamedType(field.type)))
    .map((field) => writeInput(field, inside))
    .join(', ')} }`
}
const writeInput = (
  { name, type }: GraphQLArgument | GraphQLInputField,
  around: readonly unknown[] = [],
): string => `${name}: ${writeValue(type, around)}`

const writeSelection = (type: GraphQLNamedType): string => {
  if (!isCompositeType(type)) return ''
  return isObjectType(type) && type.getFields()['edges'] ? ' { edges { __typename } }' : ' { __typename }'
}

const writeField = ({ name, args, type }: GraphQLField<unknown, unknown>): string => {
  const sent = args.filter((argument) => isRequiredArgument(argument) || takesId(argument.type))
  return `${name}(${sent.map((input) => writeInput(input)).join(', ')})${writeSelection(getNamedType(type))}`
}

const rootFields = (['query', 'mutation'] as const).flatMap((operation) => {
  const schema = createSchema()
  const type = operation === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(type?.getFields() ?? {})
    .filter(({ args }) => args.some((argument) => takesId(argument.type)))
    .map((field) => [operation, field.name, field] as const)
})

describe('C12.5 an ID has at most 100 characters, and a longer ID names no record', () => {
  it('is said in the descriptions of both root types', () => {
    const schema = createSchema()
    for (const type of [schema.getQueryType(), schema.getMutationType()])
      expect(type?.description).toContain('An `ID` has at most 100 characters')
  })

  it.each(rootFields)('%s %s answers a long ID, and repeats it nowhere', async (operation, name, field) => {
    const world = aWorld()
    const admin = await world.user('ada', 'ADMIN')
    const { data, errors = [] } = await world.run(`${operation} { ${writeField(field)} }`, admin)
    const [error] = errors.map(({ originalError }) => originalError)
    if (error) expect((error as ContentError).code).toMatch(/^(NOT_FOUND|BAD_USER_INPUT)$/)
    else expect([null, [], { edges: [] }]).toContainEqual((data as Readonly<Record<string, unknown>>)[name])
    expect(JSON.stringify([data, errors]).length).toBeLessThan(2_000)
  })
})
