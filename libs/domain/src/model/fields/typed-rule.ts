import { InvalidValue } from '../../rules/errors.ts'

const createTypeRule =
  <In, Out>(type: 'string' | 'number' | 'boolean', rule: (value: In) => Out) =>
  (value: unknown): Out => {
    if (typeof value !== type) throw new InvalidValue(`must be a ${type}`)
    return rule(value as In)
  }

/** A rule for a text; no schema has checked that the value is a text. */
export const text = <Out>(rule: (value: string) => Out) => createTypeRule<string, Out>('string', rule)
export const number = <Out>(rule: (value: number) => Out) => createTypeRule<number, Out>('number', rule)
export const flag = createTypeRule<boolean, boolean>('boolean', (value) => value)

/** A rule for a list of texts; no schema has checked that the value is such a list. */
export const texts =
  <Out>(rule: (values: readonly string[]) => Out) =>
  (value: unknown): Out => {
    if (!Array.isArray(value) || value.some((member) => typeof member !== 'string'))
      throw new InvalidValue('must be a list of strings')
    return rule(value as readonly string[])
  }

/** For a value of another type, the rule of a time names the form of a time. */
export const time = (rule: (value: never) => unknown) => (value: unknown) =>
  rule((typeof value === 'string' ? value : '') as never)

/** A rule for a day: over GraphQL, the scalar has made a point in time of the text (C2.3). */
export const day = (rule: (value: never) => unknown) => (value: unknown) => {
  if (value instanceof Date) return rule(value as never)
  return text(rule as (value: string) => unknown)(value)
}
