import { clearable, type Rule, type Rules } from '../rules/accept.ts'
import { InvalidValue, type Problem } from '../rules/errors.ts'
import { hasLinks } from '../model/links/part-links.ts'
import { isLink, isMany, type Field, type ManyField } from '../model/fields/field.ts'
import { createTypedRule } from '../model/fields/field-kinds.ts'
import { text, texts } from '../model/fields/typed-rule.ts'
import { MOST_HIDDEN } from '../model/links/many-links.ts'
import type { Fields } from '../model/types/record-operation.ts'
import { checkRef } from '../rules/text.ts'
import { pointInTime } from '../rules/time.ts'
import { createPartsRule } from './line-parts.ts'

/** The members of a type of line. */
export interface LineType {
  readonly required: readonly string[]
  readonly rules: Rules
}

export const nullable = <Out>(rule: (value: unknown) => Out) => clearable<unknown, Out>(rule)

export const name = text(checkRef)
export const moment = text(pointInTime)

/** C14.2: the names of linked records. A record can have links beyond `max` that no caller sees. */
export const createNamesRule = ({ max }: ManyField): Rule => {
  const most = max + MOST_HIDDEN
  return texts((names) => {
    if (names.length > most) throw new InvalidValue(`must be at most ${most} names`)
    if (new Set(names).size < names.length) throw new InvalidValue('must have no name twice')
    return names.map(name)
  })
}

const createMemberRule = (field: Field): Rule => {
  if (isMany(field)) return createNamesRule(field)
  // C4.1: a derived value that is not given follows its source.
  if (field.derivation !== undefined) return nullable(createTypedRule(field))
  if (isLink(field)) return field.isOptional ? nullable(name) : name
  return hasLinks(field) ? createPartsRule(field) : createTypedRule(field)
}

export const createMemberRules = (fields: Fields): Rules =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, createMemberRule(field)]))

/** The required members that are missing, and the members that the line cannot have. */
export const findMemberProblems = (given: object, { required, rules }: LineType): readonly Problem[] => [
  ...required
    .filter((key) => !Object.hasOwn(given, key))
    .map((key) => ({ path: [key], message: 'is missing' })),
  ...Object.keys(given)
    .filter((key) => !Object.hasOwn(rules, key))
    .map((key) => ({ path: [key], message: 'is not a field of this type' })),
]
