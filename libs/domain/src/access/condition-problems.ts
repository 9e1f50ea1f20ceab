import type { Comparison, Condition, Followed, RuleDocument } from '@content-service/authz'
import { adviseName } from '../rules/similar-name.ts'
import { isDecimal } from '../rules/decimal.ts'
import { isFullDate } from '../rules/time.ts'
import type { BuiltInPermission, ContentPolicy } from './content-policy.ts'
import { findOrderedKind } from './ordered-kinds.ts'
import { isValueFact, type Fact, type ValueFact } from './rights.ts'
import { isNow } from './time-reference.ts'

/** A problem of a policy: its place, and the change that it needs. */
export interface PolicyProblem {
  readonly path: string
  readonly message: string
}

/** The words of conditions: for each resource its facts, and its links with the resources of the linked records. */
export interface PolicyVocabulary {
  readonly facts: Readonly<Record<string, Readonly<Record<string, Fact>>>>
  readonly links: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** C14.3: the most links that a right follows. */
export const MOST_LINKS = 2

const findOwn = <Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined => (values && Object.hasOwn(values, name) ? values[name] : undefined)

/** A resource of the service can have no facts. */
const advise = (unknown: string, known: object): string =>
  Object.keys(known).length === 0 ? 'a rule about them has none' : adviseName(unknown, Object.keys(known))

const nameResource = (permission: string): string => permission.split(':')[0] ?? ''

const ORDERED = ['eq', 'in', 'isNull', 'lt', 'lte', 'gt', 'gte']
const EQUAL = ['eq', 'in', 'isNull']

/** PostgreSQL has integers of 32 bits. */
const isInteger = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31

/** PostgreSQL stores neither the character 0 nor half of a pair. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0')

const isStorableTime = (value: unknown): boolean =>
  value instanceof Date && value.getUTCFullYear() >= 1 && value.getUTCFullYear() <= 9_999

const isDecimalText = (value: unknown): boolean => typeof value === 'string' && isDecimal(value)

const isDate = (value: unknown): boolean => typeof value === 'string' && isFullDate(value)

/** For each kind of values: the operators, a test of the values to compare with, and their description. */
const VALUES = {
  text: { operators: EQUAL, isRight: isStorable, described: 'a text' },
  flag: { operators: EQUAL, isRight: (value) => typeof value === 'boolean', described: 'true or false' },
  number: { operators: ORDERED, isRight: Number.isFinite, described: 'a number' },
  integer: { operators: ORDERED, isRight: isInteger, described: 'an integer of 32 bits' },
  time: {
    operators: ORDERED,
    isRight: isStorableTime,
    described:
      'a time of the years 1 to 9999: a Date, {"date": "2026-11-20T12:00:00Z"} in a file, or {"subject": "$now"} for the time of the request',
  },
  date: { operators: ORDERED, isRight: isDate, described: 'a date such as 2026-11-20' },
  decimal: {
    operators: ORDERED,
    isRight: isDecimalText,
    described: 'a text with a decimal, such as "12.50"',
  },
} as const satisfies Readonly<
  Record<
    ValueFact,
    {
      readonly operators: readonly string[]
      readonly isRight: (value: unknown) => boolean
      readonly described: string
    }
  >
>

const describeFact = (fact: Fact): string => {
  if (fact === 'record') return 'must be absent: compare facts of the linked record, or use isNull'
  if (fact === 'user') return 'must be the id of a user, or {"subject": "id"} for the caller'
  return isValueFact(fact) ? `must be ${VALUES[fact].described}` : `must be one of ${fact.join(', ')}`
}

const fits = (fact: Fact, value: unknown): boolean => {
  if (fact === 'record') return false
  if (fact === 'user') return Number.isInteger(value) || (value as { subject?: unknown }).subject === 'id'
  if (fact === 'time' && isNow(value)) return true
  return isValueFact(fact) ? VALUES[fact].isRight(value) : fact.some((state) => state === value)
}

/** The operators that both memory and databases can compare the values with, exactly alike. */
const findOperatorProblem = (fact: Fact, { op, attribute }: Comparison): readonly string[] => {
  const known: readonly string[] = isValueFact(fact) ? VALUES[fact].operators : [op]
  return known.includes(op)
    ? []
    : [`${attribute} cannot be compared with ${op}; use one of ${known.join(', ')}, and not`]
}

/** C16.1: a file names the kind by which a comparison orders texts. Dates are equal without it, because they have one form. */
const findKindProblem = (fact: Fact, { op, attribute, by }: Comparison): readonly string[] => {
  const kind = findOrderedKind(fact)?.functionName
  const isKnown = by === kind || (by === undefined && (op === 'isNull' || fact === 'date'))
  if (isKnown) return []
  return kind === undefined
    ? [`${attribute} cannot be compared by ${by}; remove "by"`]
    : [`${attribute} is compared in its own order; add "by": "${kind}"`]
}

/** Finds the problems of the conditions on records of one resource. */
class ConditionCheck {
  readonly #vocabulary: PolicyVocabulary
  readonly #resource: string

  constructor(vocabulary: PolicyVocabulary, resource: string) {
    this.#vocabulary = vocabulary
    this.#resource = resource
  }

  find(condition: Condition): readonly string[] {
    switch (condition.op) {
      case 'and':
      case 'or':
        return condition.conditions.flatMap((part) => this.find(part))
      case 'not':
        return this.find(condition.condition)
      case 'subject':
        return []
      case 'some':
        return [`a rule follows links to one record, and no lists; remove "${condition.attribute}"`]
      case 'is':
        return this.#findLinked(condition.attribute, (to) => to.find(condition.condition))
      case 'may':
        return this.#findLinked(condition.attribute, (to) => to.#findFollowed(condition))
      default:
        return this.#findCompared(condition)
    }
  }

  #findLinked(link: string, find: (to: ConditionCheck) => readonly string[]): readonly string[] {
    const links = this.#vocabulary.links[this.#resource] ?? {}
    const to = findOwn(links, link)
    if (to === undefined) return [`unknown link "${link}" of ${this.#resource}; ${advise(link, links)}`]
    return find(new ConditionCheck(this.#vocabulary, to))
  }

  #findFollowed({ attribute, permission }: Followed): readonly string[] {
    if (nameResource(permission) === this.#resource) return []
    return [`may("${permission}") must name a permission of ${this.#resource}, to which ${attribute} leads`]
  }

  #findCompared(comparison: Comparison): readonly string[] {
    const { op, attribute, value } = comparison
    const facts = this.#vocabulary.facts[this.#resource] ?? {}
    if (!Object.hasOwn(facts, attribute))
      return [`unknown attribute "${attribute}" of ${this.#resource}; ${advise(attribute, facts)}`]
    const fact = findOwn(facts, attribute)
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    const wrong =
      fact === undefined
        ? []
        : [...findOperatorProblem(fact, comparison), ...findKindProblem(fact, comparison)]
    if (wrong.length > 0 || op === 'isNull') return wrong
    if (fact === undefined || values.every((each) => fits(fact, each))) return []
    return [`the value to compare with ${attribute} ${describeFact(fact)}`]
  }
}

/**
 * A condition must compare facts that its records have with values that can occur: a condition with a misspelt state would
 * never hold.
 */
export const findConditionProblems = (
  vocabulary: PolicyVocabulary,
  { permissions, when }: Pick<RuleDocument, 'permissions' | 'when'>,
  path: string,
): readonly PolicyProblem[] => {
  if (when === undefined) return []
  const resources = new Set(
    permissions.flatMap((permission) => {
      const resource = nameResource(permission)
      return resource === '*' ? Object.keys(vocabulary.facts) : [resource]
    }),
  )
  const messages = [...resources].flatMap((resource) => new ConditionCheck(vocabulary, resource).find(when))
  return [...new Set(messages)].map((message) => ({ path: `${path}.when`, message }))
}

/** C14.3: the permissions whose rules follow more links than a right may. */
export const findLongPaths = (
  policy: Pick<ContentPolicy, 'permissions' | 'relations'>,
): readonly PolicyProblem[] =>
  policy.permissions.flatMap((permission: BuiltInPermission) => {
    const long = policy.relations(permission).find((link) => link.split('.').length > MOST_LINKS)
    if (long === undefined) return []
    return [{ path: permission, message: `follows ${long}, and a right follows at most ${MOST_LINKS} links` }]
  })
