/** The part of JSON Schema that the schema of policies uses. */
export interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly propertyNames?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly oneOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
}

export const findType = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

/** Whether a value has the type of a form and, if it is an object, the members of the form. */
export function fits({ type, properties, required = [] }: Schema, value: unknown): boolean {
  if (!type || ![type].flat().includes(findType(value))) return false
  const names = findType(value) === 'object' && properties ? Object.keys(value as object) : undefined
  return (
    !names ||
    (required.every((name) => names.includes(name)) &&
      names.every((name) => Object.hasOwn(properties as object, name)))
  )
}

/** The names of a form for a message: its types, or `{op, value}` for an object. */
export const listNames = ({ properties, required = [], type = [] }: Schema): readonly string[] =>
  properties ? [`{${required.join(', ')}}`] : [type].flat()

export const listOperators = ({ properties }: Schema): readonly unknown[] =>
  properties?.['op']?.enum ?? [properties?.['op']?.const].filter((op) => op !== undefined)
