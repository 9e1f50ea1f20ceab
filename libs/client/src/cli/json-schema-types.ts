/** The part of JSON Schema that OpenAPI documents of the service use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The type of the scalar Decimal in GraphQL. */
const DECIMAL = '`${number}`'

/** In parentheses when it is a union, or in doubt: a text of an enum can have `|`, too. */
const group = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type)

const unite = (types: readonly string[], by = ' | '): string => {
  const different = [...new Set(types)]
  return different.length > 1 ? different.map(group).join(by) : different.join('')
}

/** A name of a member, in quotes when it is no identifier. */
export const writeName = (name: string): string =>
  /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)

const writeObject = ({ properties = {}, required = [], additionalProperties }: JsonSchema): string => {
  const members = Object.entries(properties).map(
    ([name, schema]) => `${writeName(name)}${required.includes(name) ? '' : '?'}: ${writeType(schema)}`,
  )
  if (members.length > 0) return `{ ${members.join('; ')} }`
  if (typeof additionalProperties === 'object') return `Record<string, ${writeType(additionalProperties)}>`
  return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>'
}

const writeOne = (type: string, schema: JsonSchema): string => {
  if (type === 'array') return `${group(writeType(schema.items ?? {}))}[]`
  if (type === 'string' && schema.format === 'decimal') return DECIMAL
  return type === 'object' ? writeObject(schema) : (SCALARS[type] ?? 'unknown')
}

/** The TypeScript type of a schema. `#/components/schemas/Article` becomes `Schemas["Article"]`. */
export function writeType(schema: JsonSchema): string {
  const { $ref, type, const: constant, anyOf, oneOf, allOf } = schema
  if ($ref) return `Schemas[${JSON.stringify($ref.slice($ref.lastIndexOf('/') + 1))}]`
  if (constant !== undefined) return JSON.stringify(constant)
  if (schema.enum) return unite(schema.enum.map((value) => JSON.stringify(value)))
  const alternatives = anyOf ?? oneOf
  if (alternatives) return unite(alternatives.map(writeType))
  if (allOf) return unite(allOf.map(writeType), ' & ')
  if (type === undefined) return schema.properties ? writeObject(schema) : 'unknown'
  return unite([type].flat().map((each) => writeOne(each, schema)))
}
