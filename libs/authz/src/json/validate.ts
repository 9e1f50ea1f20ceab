import { TOO_LARGE } from '../engine/conditions/depth.ts'
import type { Problem } from '../engine/errors.ts'
import { type Schema, fits, listNames, listOperators, findType } from './schema-form.ts'

const LONGEST_PATH = 80

/** Finds all places where a JSON value does not match the schema. */
export function validate(root: Schema, value: unknown): Problem[] {
  let isTooLarge = false
  const known = new Map<Schema, readonly Schema[]>()
  return check(root, value, '')

  function check(schema: Schema, value: unknown, path: string): Problem[] {
    const wrong = (message: string): Problem[] => [{ path: path || 'policy', message }]
    // One problem is enough, because a large value can have a million such parts.
    if (isTooLarge) return []
    if (value === TOO_LARGE) {
      isTooLarge = true
      return [
        {
          path: path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path,
          message: `is ${TOO_LARGE}`,
        },
      ]
    }
    if (schema.$ref) return check(definition(schema.$ref), value, path)
    if (schema.oneOf) return matchOne(listForms(schema), value, path)
    if (schema.enum && !schema.enum.includes(value)) return wrong(`must be one of ${schema.enum.join(', ')}`)
    if (schema.const !== undefined && schema.const !== value) return wrong(`must be ${schema.const}`)
    if (schema.type && ![schema.type].flat().includes(findType(value)))
      return wrong(`must be ${[schema.type].flat().join(' or ')}`)
    if (typeof value === 'string') return text(schema, value).flatMap(wrong)
    if (Array.isArray(value)) return [...list(schema, value).flatMap(wrong), ...items(schema, value, path)]
    return findType(value) === 'object' ? members(schema, value as object, path) : []
  }

  function definition(ref: string): Schema {
    return root.$defs?.[ref.slice('#/$defs/'.length)] ?? {}
  }

  /** The forms of a `oneOf`, also of one inside it. They are kept, because a list can have many items. */
  function listForms(schema: Schema): readonly Schema[] {
    if (schema.$ref) return listForms(definition(schema.$ref))
    const forms = known.get(schema) ?? (schema.oneOf ? schema.oneOf.flatMap(listForms) : [schema])
    known.set(schema, forms)
    return forms
  }

  function text(schema: Schema, value: string): string[] {
    const { minLength = 0, maxLength = Infinity, pattern = '', description } = schema
    if (value.length < minLength) return ['must not be empty']
    if (value.length > maxLength && [...value].length > maxLength)
      return [`must have at most ${maxLength} characters`]
    return new RegExp(pattern, 'u').test(value)
      ? []
      : [`must ${description ? `be ${description}` : `match ${pattern}`}`]
  }

  function list(
    { minItems = 0, maxItems = Infinity, uniqueItems }: Schema,
    value: readonly unknown[],
  ): string[] {
    if (value.length < minItems)
      return [`must have at least ${minItems} ${minItems === 1 ? 'item' : 'items'}`]
    if (value.length > maxItems) return [`must have at most ${maxItems} ${maxItems === 1 ? 'item' : 'items'}`]
    return uniqueItems && new Set(value).size < value.length ? ['must not contain duplicates'] : []
  }

  function items(schema: Schema, value: readonly unknown[], path: string): Problem[] {
    return value.flatMap((item, i) => check(schema.items ?? {}, item, `${path}[${i}]`))
  }

  function members(schema: Schema, value: object, path: string): Problem[] {
    const at = (name: string) => (path ? `${path}.${name}` : name)
    const known = new Map(Object.entries(schema.properties ?? {}))
    const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name))
    const present = Object.entries(value).flatMap(([name, member]): Problem[] => {
      const own = known.get(name) ?? schema.additionalProperties ?? {}
      if (typeof own === 'boolean')
        return own ? [] : [{ path: at(name), message: 'is unknown; correct the name or remove it' }]
      return [...check(schema.propertyNames ?? {}, name, at(name)), ...check(own, member, at(name))]
    })
    return [...missing.map((name) => ({ path: at(name), message: 'is missing; add it' })), ...present]
  }

  /** The problems with the form that has the value's `op`, or with the only form that has its type and members. */
  function matchOne(forms: readonly Schema[], value: unknown, path: string): Problem[] {
    const ops = findType(value) === 'object' ? [...new Set(forms.flatMap(listOperators))] : []
    const op = ops.length > 0 && (value as { readonly op?: unknown }).op
    const similar = ops.length ? listOfOperator(forms, op, value) : forms.filter((form) => fits(form, value))
    const results = similar.map((form) => check(form, value, path))
    if (results.some((problems) => problems.length === 0)) return []
    const [only, ...others] = results
    if (only && others.length === 0) return only
    return ops.length
      ? [{ path: `${path}.op`, message: `must be one of ${ops.join(', ')}` }]
      : [{ path, message: `must be ${alternatives(forms)}` }]
  }
}

/** The form of an operator. Of several, it is the form with the members of the value, or the most usual form. */
function listOfOperator(forms: readonly Schema[], op: unknown, value: unknown): readonly Schema[] {
  const named = forms.filter((form) => listOperators(form).includes(op))
  const fitting = named.filter((form) => fits(form, value))
  return fitting.length > 0 ? fitting : named.slice(-1)
}

/** `string, number or {date}`. */
function alternatives(forms: readonly Schema[]): string {
  const names = [...new Set(forms.flatMap(listNames))]
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ')
}
