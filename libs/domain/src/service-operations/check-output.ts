import type { Field } from '../model/fields/field.ts'
import { createRule } from '../model/types/record-operation.ts'
import type { ServiceOperation } from '../model/service-operations/service-operation.ts'
import { findValueProblems } from '../rules/accept.ts'
import { isObject, isPlainObject } from '../rules/is-object.ts'
import { timestamp } from '../rules/time.ts'

type Values = Readonly<Record<string, unknown>>

/** Both interfaces show times as RFC 3339 (C2.2), and the rules of fields take such texts. */
const writeTimes = (value: unknown): unknown => {
  if (value instanceof Date) return timestamp(value)
  if (Array.isArray(value)) return value.map(writeTimes)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writeTimes(member)]))
}

interface Checked {
  readonly value: unknown
  readonly problems: readonly string[]
}

const refuse = (problem: string): Checked => ({ value: null, problems: [problem] })

const checkValue = (field: Field, given: unknown): Checked => {
  if (given === undefined || given === null)
    return field.isOptional ? { value: null, problems: [] } : refuse('has no value')
  try {
    return { value: writeTimes(createRule(field)(writeTimes(given))), problems: [] }
  } catch (error) {
    const found = findValueProblems(error)
    return {
      value: null,
      problems: found.map(({ path, message }) => [...path, message].join(' ')),
    }
  }
}

const fail = ({ name }: ServiceOperation, problems: readonly string[]): Error =>
  new Error(`The operation ${name} returned another value than its declaration says: ${problems.join('; ')}`)

/** The output as both interfaces show it: each field of `returns`, and nothing else. @throws Error with all problems. */
export const checkOutput = (operation: ServiceOperation, output: unknown): Values => {
  if (!isPlainObject(output)) throw fail(operation, ['it must be an object with the fields of returns'])
  const { returns } = operation
  const unknown = Object.keys(output).filter((name) => !Object.hasOwn(returns, name))
  const checked = Object.entries<Field>(returns).map(
    ([name, field]) =>
      [name, checkValue(field, Object.hasOwn(output, name) ? output[name] : undefined)] as const,
  )
  const problems = [
    ...unknown.map((name) => `${name} is no field of returns`),
    ...checked.flatMap(([name, each]) => each.problems.map((problem) => `${name} ${problem}`)),
  ]
  if (problems.length > 0) throw fail(operation, problems)
  return Object.fromEntries(checked.map(([name, { value }]) => [name, value]))
}
