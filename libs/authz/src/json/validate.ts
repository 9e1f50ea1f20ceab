import type { Problem } from '../errors.ts'

/** The part of JSON Schema that the schema of policies uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly minItems?: number
  readonly uniqueItems?: boolean
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly propertyNames?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly oneOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
}

// No real policy nests deeper. The limit prevents a stack overflow by hostile input.
const deepest = 100

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

/** Finds all places where a JSON value does not match the schema. */
export function validate(root: Schema, value: unknown): Problem[] {
  return check(root, value, '', 0)

  function check(schema: Schema, value: unknown, path: string, depth: number): Problem[] {
    const wrong = (message: string): Problem[] => [{ path: path || 'policy', message }]
    if (depth > deepest && typeof value === 'object')
      return wrong(`must not nest deeper than ${deepest} levels`)
    if (schema.$ref) return check(definition(schema.$ref), value, path, depth)
    if (schema.oneOf) return oneOf(schema.oneOf, value, path, depth)
    if (schema.enum && !schema.enum.includes(value)) return wrong(`must be one of ${schema.enum.join(', ')}`)
    if (schema.const !== undefined && schema.const !== value) return wrong(`must be ${schema.const}`)
    if (schema.type && ![schema.type].flat().includes(typeOf(value)))
      return wrong(`must be ${[schema.type].flat().join(' or ')}`)
    if (typeof value === 'string') return text(schema, value).flatMap(wrong)
    if (Array.isArray(value))
      return [...list(schema, value).flatMap(wrong), ...items(schema, value, path, depth)]
    return typeOf(value) === 'object' ? members(schema, value as object, path, depth) : []
  }

  function definition(ref: string): Schema {
    return root.$defs?.[ref.slice('#/$defs/'.length)] ?? {}
  }

  function text({ minLength = 0, pattern = '' }: Schema, value: string): string[] {
    if (value.length < minLength) return ['must not be empty']
    return new RegExp(pattern, 'u').test(value) ? [] : [`must match ${pattern}`]
  }

  function list({ minItems = 0, uniqueItems }: Schema, value: readonly unknown[]): string[] {
    if (value.length < minItems)
      return [`must have at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`]
    return uniqueItems && new Set(value).size < value.length ? ['must not contain duplicates'] : []
  }

  function items(schema: Schema, value: readonly unknown[], path: string, depth: number): Problem[] {
    return value.flatMap((item, i) => check(schema.items ?? {}, item, `${path}[${i}]`, depth + 1))
  }

  function members(schema: Schema, value: object, path: string, depth: number): Problem[] {
    const at = (name: string) => (path ? `${path}.${name}` : name)
    const known = new Map(Object.entries(schema.properties ?? {}))
    const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name))
    const present = Object.entries(value).flatMap(([name, member]): Problem[] => {
      const own = known.get(name) ?? schema.additionalProperties ?? {}
      if (typeof own === 'boolean')
        return own ? [] : [{ path: at(name), message: 'is unknown; correct the name or remove it' }]
      return [
        ...check(schema.propertyNames ?? {}, name, at(name), depth),
        ...check(own, member, at(name), depth + 1),
      ]
    })
    return [...missing.map((name) => ({ path: at(name), message: 'is missing; add it' })), ...present]
  }

  /** The problems with the form that has the value's `op`. Without that form, the allowed operators or forms. */
  function oneOf(forms: readonly Schema[], value: unknown, path: string, depth: number): Problem[] {
    const results = forms.map((form) => check(form, value, path, depth))
    if (results.some((problems) => problems.length === 0)) return []
    const ops = typeOf(value) === 'object' ? forms.flatMap(listOperators) : []
    if (ops.length === 0) return [{ path, message: `must be ${alternatives(forms)}` }]
    const meant = results.find((problems) => problems.every((problem) => problem.path !== `${path}.op`))
    return meant ?? [{ path: `${path}.op`, message: `must be one of ${ops.join(', ')}` }]
  }

  /** `string, number or {date}`. */
  function alternatives(forms: readonly Schema[]): string {
    const names = [...new Set(forms.flatMap(listNames))]
    return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ')
  }

  function listNames(form: Schema): readonly string[] {
    if (form.$ref) return listNames(definition(form.$ref))
    if (form.oneOf) return form.oneOf.flatMap(listNames)
    return form.properties ? [`{${Object.keys(form.properties).join(', ')}}`] : [form.type ?? []].flat()
  }
}

const listOperators = ({ properties }: Schema): readonly unknown[] =>
  properties?.['op']?.enum ?? [properties?.['op']?.const].filter((op) => op !== undefined)
