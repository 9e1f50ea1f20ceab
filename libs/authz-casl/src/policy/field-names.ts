import { Inexact, display } from '../rules/inexact.ts'
import type { CaslRule } from '../rules/rules.ts'

const isPattern = (name: string): boolean => name.includes('*')

/** A policy names whole fields: to hide `author`, it would also hide `author.name`. */
function checkField(name: string): string {
  if (name.includes('.'))
    throw new Inexact('fields', name, 'a policy names whole fields; name the field of the object')
  return name
}

/** Whether the fields of a rule depend on a list of all fields. */
export const hasPattern = ({ fields }: CaslRule): boolean => fields?.some(isPattern) ?? false

/**
 * The fields that a rule names, without stars. `known` has the fields of the type, which the ability itself matches.
 * @throws {Inexact} for a part of a field, and for a star without known fields.
 */
export function expandFields(
  rule: CaslRule,
  known: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!rule.fields) return undefined
  const names = rule.fields.map(checkField)
  const pattern = names.find(isPattern)
  if (pattern !== undefined && !known)
    throw new Inexact(
      'fields',
      pattern,
      'the star stands for fields that nobody names; list them in "fields"',
    )
  const matched = known?.filter((field) => rule.matchesField(field)) ?? []
  return [...new Set([...names.filter((name) => !isPattern(name)), ...matched])]
}

/** The fields of a type that the options list. */
export function readKnown(
  fields: readonly string[] | undefined,
  type: string,
): readonly string[] | undefined {
  const wrong = fields?.find((name) => typeof name !== 'string' || name === '' || isPattern(name))
  if (wrong !== undefined)
    throw new TypeError(`The fields of ${display(type)} have ${display(wrong)}; list the names of fields`)
  return fields?.map(checkField)
}
