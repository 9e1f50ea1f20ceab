import type { Condition } from '@content-service/authz'
import { always, member } from '@content-service/authz/conditions'
import { type Ast, isAlways } from './ast.ts'
import { Inexact, InvalidRule, display } from './errors.ts'
import type { RawRule } from './raw-rule.ts'
import { isSubjectType, wrapArray } from './subjects.ts'
import type {
  Abilities,
  ConditionsMatcher,
  FieldMatcher,
  MatchConditions,
  MatchField,
  Normalize,
  ToAbilityTypes,
} from './types.ts'

export interface RuleOptions<Conditions> {
  conditionsMatcher?: ConditionsMatcher<Conditions> | undefined
  fieldMatcher?: FieldMatcher | undefined
  resolveAction(action: string | string[]): string | string[]
}

type Tuple<A extends Abilities> = Normalize<ToAbilityTypes<A>>
type AnyRule<Conditions> = RawRule<[string, string], Conditions>

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isType = (value: unknown): boolean => value !== '' && isSubjectType(value)
const isAbsent = (value: unknown): value is undefined => value === undefined || value === null

/** A value, or a copy of a list of values. An empty list would be a rule about nothing, and a wrong value a rule that never holds. */
function readNames<T>(value: T | T[], name: string, isValid: (item: unknown) => boolean): T | T[] {
  const list = [...wrapArray(value)]
  if (list.length === 0) throw new InvalidRule(`The \`rawRule.${name}\` array cannot be empty.`)
  const wrong = list.findIndex((item) => !isValid(item))
  if (wrong >= 0) throw new InvalidRule(`Invalid ${name} of a rule: ${display(list[wrong])}`)
  return Array.isArray(value) ? list : value
}

function readFields(
  fields: string | string[] | undefined,
  { fieldMatcher }: RuleOptions<never>,
): string[] | undefined {
  if (isAbsent(fields)) return undefined
  const names = wrapArray(readNames(fields, 'fields', isText))
  if (!fieldMatcher) throw new InvalidRule('A rule with fields needs the "fieldMatcher" option')
  return names
}

/** Conditions are parsed here, so that a later change of the given rule does not change what the rule means. */
function readConditions(
  conditions: unknown,
  { conditionsMatcher }: RuleOptions<never>,
): MatchConditions | undefined {
  if (isAbsent(conditions)) return undefined
  if (!conditions) throw new InvalidRule(`Invalid conditions of a rule: ${display(conditions)}`)
  if (!conditionsMatcher)
    throw new InvalidRule(
      'A rule with conditions needs the "conditionsMatcher" option; createMongoAbility has it',
    )
  // The type of a rule says that its conditions are those of the matcher.
  return conditionsMatcher(conditions as never)
}

const MEMBERS = ['action', 'subject', 'conditions', 'fields', 'inverted', 'reason'] as const

/** Each member of a rule, read once, also of a class. What somebody has added to `Object.prototype` is no part of a rule. */
const readMembers = <Conditions>(rule: object): AnyRule<Conditions> =>
  // The generic type of a rule is a union that TypeScript cannot narrow.
  Object.fromEntries(MEMBERS.map((name) => [name, member(rule, name)])) as unknown as AnyRule<Conditions>

/** A rule of an ability. */
export class Rule<A extends Abilities, Conditions> {
  readonly action: Tuple<A>[0] | Tuple<A>[0][]
  readonly subject: Tuple<A>[1] | Tuple<A>[1][]
  readonly inverted: boolean
  readonly conditions: Conditions | undefined
  readonly fields: string[] | undefined
  readonly reason: string | undefined
  /** The rule as it was given. */
  readonly origin: RawRule<ToAbilityTypes<A>, Conditions>
  /** The place of the rule, counted from the last rule, which decides first. */
  readonly priority: number
  readonly #matchConditions: MatchConditions | undefined
  readonly #matchField: MatchField<string> | undefined

  constructor(rule: RawRule<ToAbilityTypes<A>, Conditions>, options: RuleOptions<never>, priority = 0) {
    if (typeof rule !== 'object' || rule === null)
      throw new InvalidRule(`A rule must be an object, not ${rule === null ? 'null' : typeof rule}`)
    const { action, subject, conditions, fields, inverted, reason } = readMembers<Conditions>(rule)
    this.action = readNames(options.resolveAction(action), 'action', isText)
    this.subject = isAbsent(subject) ? subject : readNames(subject, 'subject', isType)
    this.inverted = !!inverted
    this.fields = readFields(fields, options)
    this.reason = reason
    this.origin = rule
    this.priority = priority
    this.#matchConditions = readConditions(conditions, options)
    // A matcher copies conditions of the same type.
    this.conditions = (this.#matchConditions?.conditions as Conditions | undefined) ?? conditions ?? undefined
    this.#matchField = this.fields && options.fieldMatcher?.(this.fields)
  }

  /** The conditions in the form of ucast. */
  get ast(): Ast | undefined {
    return this.#matchConditions?.ast
  }

  /**
   * The conditions as a condition of the engine.
   * @throws {Inexact} if a part of them has no exact equivalent.
   */
  get condition(): Condition {
    if (!this.#matchConditions) return always
    if (!this.#matchConditions.toCondition)
      throw new Inexact('The matcher of the conditions has no "toCondition"')
    return this.#matchConditions.toCondition()
  }

  /** A rule with conditions matches a type, because it matches some subjects of the type. An inverted rule must match all. */
  matchesConditions(object: Normalize<A>[1] | undefined): boolean {
    const test = this.#matchConditions
    if (!test) return true
    if (object && !isSubjectType(object)) return test(object as Record<PropertyKey, unknown>)
    return !this.inverted || test.matchesAll === true || (test.ast !== undefined && isAlways(test.ast))
  }

  /** Without a field, an inverted rule about fields does not matter. */
  matchesField(field: string | undefined): boolean {
    if (!this.fields) return true
    return field ? (this.#matchField?.(field) ?? false) : !this.inverted
  }
}
