import { randomUUID } from 'node:crypto'
import { applyRules, findValueProblems, type Rule, type Rules } from './accept.ts'
import { badUserInput, InvalidValue, type Problem } from './errors.ts'
import { isObject } from './is-object.ts'
import { adviseName } from './similar-name.ts'
import { limitPatterns } from './pattern-budget.ts'
import { createTextRule } from './text.ts'

type Values = Readonly<Record<string, unknown>>

/** The rules of the members of a part. */
export interface MemberRules {
  readonly rules: Rules
  /** The members that a new part must have. */
  readonly required: readonly string[]
  /** The values of the other members of a new part. */
  readonly initial: Values
}

const requireObject = (given: unknown): Values => {
  if (!isObject(given)) throw new InvalidValue('must be an object')
  // `undefined` is absent, and what an object inherits is no member.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const findUnknown = (given: Values, rules: Rules): readonly Problem[] =>
  Object.keys(given)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((name) => ({ path: [name], message: `is no member; ${adviseName(name, Object.keys(rules))}` }))

const findMissing = (given: Values, required: readonly string[]): readonly Problem[] =>
  required
    .filter((name) => !Object.hasOwn(given, name))
    .map((name) => ({ path: [name], message: 'is missing' }))

const takeMembers = (
  given: unknown,
  { rules, required }: Pick<MemberRules, 'rules' | 'required'>,
): Values => {
  const members = requireObject(given)
  const { accepted, refused } = applyRules(rules, Object.assign(Object.create(null), members))
  const problems = [
    ...findUnknown(members, rules),
    ...findMissing(members, required),
    ...refused.flatMap((each) => each.problems),
  ]
  if (problems.length > 0) throw badUserInput(problems)
  return accepted
}

/** A rule for all members of a new part. @throws InvalidValue, BAD_USER_INPUT with all problems. */
export const createPartRule = ({ initial, ...members }: MemberRules): Rule =>
  limitPatterns((given: unknown) => ({ ...initial, ...takeMembers(given, members) }))

/** A rule for the members that a change names. @throws InvalidValue, BAD_USER_INPUT with all problems. */
export const createPartChangeRule = (rules: Rules): Rule =>
  limitPatterns((given: unknown) => takeMembers(given, { rules, required: [] }))

/** What is wrong with a value at this path; otherwise the value as it is stored. */
const take = (rule: Rule, given: unknown, path: Problem['path']) => {
  try {
    return { value: rule(given), problems: [] }
  } catch (error) {
    const problems = findValueProblems(error)
    return {
      value: undefined,
      problems: problems.map((found) => ({ ...found, path: [...path, ...found.path] })),
    }
  }
}

/** The places of a list, and what a value there has in common with an earlier one. */
export type FindTwice = (values: readonly unknown[]) => readonly Problem[]

interface ListRule {
  readonly least: number
  readonly most: number
  readonly item: Rule
  readonly findTwice: FindTwice
}

const nameItems = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`

/** A rule for a list. @throws InvalidValue, BAD_USER_INPUT with all problems. */
export const createListRule = ({ least, most, item, findTwice }: ListRule): Rule =>
  limitPatterns((given: unknown) => {
    if (!Array.isArray(given)) throw new InvalidValue('must be a list')
    if (given.length > most) throw new InvalidValue(`must have at most ${nameItems(most)}`)
    if (given.length < least) throw new InvalidValue(`must have at least ${nameItems(least)}`)
    const taken = given.map((each, place) => take(item, each, [place]))
    const values = taken.map(({ value }) => value)
    const problems = [...taken.flatMap((each) => each.problems), ...findTwice(values)]
    if (problems.length > 0) throw badUserInput(problems)
    return values
  })

const findRepeated = (
  values: readonly unknown[],
  create: (place: number, first: number) => Problem,
): readonly Problem[] => {
  const places = new Map<unknown, number>()
  return values.flatMap((value, place) => {
    const first = places.get(value)
    places.set(value, first ?? place)
    return value === undefined || first === undefined ? [] : [create(place, first)]
  })
}

/** C16.1: a value that is there twice. */
export const findTwice: FindTwice = (values) =>
  findRepeated(values, (place, first) => ({ path: [place], message: `is there already, at ${first}` }))

/** C16.1: a key that two parts have. */
export const findKeysTwice: FindTwice = (parts) =>
  findRepeated(
    parts.map((part) => (isObject(part) ? part['key'] : undefined)),
    (place, first) => ({ path: [place, 'key'], message: `is the key of another part, at ${first}` }),
  )

const KEY = createTextRule(1, 64)

const takeKey = (given: unknown): string => {
  if (typeof given !== 'string') throw new InvalidValue('must be a text of 1 to 64 characters')
  return KEY(given)
}

/** Adds a key to the rule of a part: the key that was sent, or a new one. */
export const withKey =
  (rule: Rule): Rule =>
  (given: unknown) => {
    const { key, ...members } = requireObject(given)
    const [taken, part] = [take(takeKey, key ?? randomUUID(), ['key']), take(rule, members, [])]
    const problems = [...taken.problems, ...part.problems]
    if (problems.length > 0) throw badUserInput(problems)
    return { key: taken.value, ...(part.value as Values) }
  }

/** A rule for a part of one of several types, each with a rule of its own. */
export const createTypedPartRule =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (given: unknown) => {
    const { type, ...members } = requireObject(given)
    const names = Object.keys(rules)
    if (typeof type !== 'string' || !names.includes(type))
      throw badUserInput([{ path: ['type'], message: `must be one of ${names.join(', ')}` }])
    return { type, ...(rules[type]?.(members) as Values) }
  }
