import { describe, expect, it } from 'vitest'
import { builtInModel } from '@content-service/domain'
import { createRoutes } from '../service/routes.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: unknown
  readonly const?: unknown
  readonly maxLength?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const isOf = ({ type = [] }: Schema, name: string): boolean => type === name || type.includes(name)

const isOpen = (schema: Schema): boolean =>
  (isOf(schema, 'array') && schema.maxItems === undefined) ||
  (isOf(schema, 'string') &&
    schema.maxLength === undefined &&
    schema.enum === undefined &&
    schema.const === undefined)

/** The places of the strings and lists that have no maximum. */
const findUnbounded = (at: string, schema: Schema): readonly string[] => [
  ...(isOpen(schema) ? [at] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    findUnbounded(`${at}.${name}`, member),
  ),
  ...(schema.items ? findUnbounded(`${at}[]`, schema.items) : []),
  ...(schema.anyOf ?? []).flatMap((either) => findUnbounded(at, either)),
]

const sent = createRoutes(builtInModel).flatMap(({ path, variables = {}, methods }) => [
  ...Object.entries(variables).map(([name, schema]) => [`${path} ${name}`, schema as Schema] as const),
  ...Object.entries(methods).flatMap(([method, { body, query = {} }]) => [
    ...(body ? [[`${method} ${path}`, body.schema as Schema] as const] : []),
    ...Object.entries(query).map(
      ([name, { schema }]) => [`${method} ${path}?${name}`, schema as Schema] as const,
    ),
  ]),
])

describe('C12.5 every string and list that a client may send has a maximum', () => {
  it('in the schema of its body, its query or its path', () => {
    expect(sent.length).toBeGreaterThan(50)
    expect(sent.flatMap(([at, schema]) => findUnbounded(at, schema))).toEqual([])
  })

  it.each<[string, Schema]>([
    ['a string', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
    ['a list', { type: 'array', items: { type: 'string', maxLength: 3 } }],
    ['a string in a list', { type: 'array', maxItems: 3, items: { anyOf: [{ type: 'string' }] } }],
  ])('finds %s without a maximum', (_, schema) => expect(findUnbounded('body', schema)).toHaveLength(1))
})
