import { clearable, type Rule } from '../rules/accept.ts'
import { InvalidValue } from '../rules/errors.ts'
import { isTime, type Field } from './field.ts'

const createTypeRule =
  <In, Out>(type: 'string' | 'number' | 'boolean', rule: (value: In) => Out) =>
  (value: unknown): Out => {
    if (typeof value !== type) throw new InvalidValue(`must be a ${type}`)
    return rule(value as In)
  }

/** A rule for a text; no schema has checked that the value is a text. */
export const text = <Out>(rule: (value: string) => Out) => createTypeRule<string, Out>('string', rule)
const amount = <Out>(rule: (value: number) => Out) => createTypeRule<number, Out>('number', rule)
const flag = createTypeRule<boolean, boolean>('boolean', (value) => value)

/** A rule for a list of texts; no schema has checked that the value is such a list. */
export const texts =
  <Out>(rule: (values: readonly string[]) => Out) =>
  (value: unknown): Out => {
    if (!Array.isArray(value) || value.some((member) => typeof member !== 'string'))
      throw new InvalidValue('must be a list of strings')
    return rule(value as readonly string[])
  }

const group =
  <Out>(rule: (value: object) => Out) =>
  (value: unknown): Out => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new InvalidValue('must be an object')
    return rule(value)
  }

const TYPE_RULES = {
  string: text,
  number: amount,
  integer: amount,
  boolean: () => flag,
  array: texts,
  object: group,
} as const

/** For a value of another type, the rule of a time names the form of a time. */
const time = (rule: (value: never) => unknown) => (value: unknown) =>
  rule((typeof value === 'string' ? value : '') as never)

/** The rule of a field, for values whose type no schema has checked: those of a file and of a test. */
export const createTypedRule = (field: Field): Rule => {
  const { schema, check, isOptional } = field
  const rule: (value: unknown) => unknown = isTime(field) ? time(check) : TYPE_RULES[schema.type](check)
  return isOptional ? clearable(rule) : rule
}
