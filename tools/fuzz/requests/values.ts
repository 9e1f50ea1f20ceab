import fc from 'fast-check'

/** The parts of a JSON Schema from which the fuzzer makes values. */
export interface ValueSchema {
  readonly type?: string | readonly string[]
  readonly $ref?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: ValueSchema
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly ValueSchema[]
}

export type Resolve = (schema: ValueSchema) => ValueSchema
type Values = fc.Arbitrary<unknown>

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

/** Values that break code that does not expect them. */
export const HOSTILE: Values = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u202e\ufeff',
    '__proto__',
    'constructor',
    "'; drop table users; --",
    '%00',
    '../../etc/passwd',
    '{{7*7}}',
    -1,
    0,
    -0,
    1.5,
    2_147_483_648,
    9_007_199_254_740_992,
    1e308,
    [],
    {},
    [[]],
    deep(200),
    JSON.parse('{"__proto__": {"deleted": true, "role": "ADMIN"}}'),
    JSON.parse('{"constructor": {"prototype": {"role": "ADMIN"}}}'),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

const FORMATS: Readonly<Record<string, Values>> = {
  'date-time': fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,12}@[a-z]{1,12}\.(org|net)$/),
  uri: fc.stringMatching(/^https:\/\/[a-z]{1,12}\.example\/[a-z]{0,8}$/),
  uuid: fc.uuid({ version: 7 }),
}

const drawText = ({ format = '', pattern, minLength = 0, maxLength = 60 }: ValueSchema): Values => {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const lengths = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  return FORMATS[format] ?? fc.string({ unit: 'grapheme', ...lengths })
}

const between = ({ minimum = -10, maximum = 1_000 }: ValueSchema) => ({
  min: minimum,
  max: Math.max(minimum, Math.min(maximum, 2_147_483_647)),
})

const drawMembers = ({ properties = {}, required = [] }: ValueSchema, resolve: Resolve): Values => {
  const members = Object.entries(properties).map(([name, schema]) => [name, mostly(schema, resolve)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] })
}

const drawType = (type: string, schema: ValueSchema, resolve: Resolve): Values => {
  switch (type) {
    case 'object':
      return drawMembers(schema, resolve)
    case 'array':
      return fc.array(mostly(schema.items ?? {}, resolve), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, 3),
      })
    case 'string':
      return drawText(schema)
    case 'integer':
      return fc.integer(between(schema))
    case 'number':
      return fc.double({ ...between(schema), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

/** Values that a schema allows. */
const drawAllowed = (given: ValueSchema, resolve: Resolve): Values => {
  const schema = resolve(given)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => drawAllowed(each, resolve)))
  const types = [schema.type ?? 'any'].flat()
  return fc.oneof(...types.map((type) => drawType(type, schema, resolve)))
}

/** Values that a schema allows, and sometimes a value that it forbids. */
export const mostly = (schema: ValueSchema, resolve: Resolve): Values =>
  fc.oneof({ weight: 12, arbitrary: drawAllowed(schema, resolve) }, { weight: 1, arbitrary: HOSTILE })
