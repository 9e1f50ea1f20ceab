import { always } from '../engine/conditions/condition.ts'
import type { ConditionFunction } from '../engine/conditions/kind.ts'
import { isName, isNames } from '../engine/decisions/check.ts'
import { InvalidPolicy } from '../engine/errors.ts'
import { type RuleDocument, parseResource } from '../engine/policy/document.ts'
import type { Rule } from '../engine/policy/rule.ts'
import type { Clock } from './clock.ts'
import type { Packed } from './packed.ts'
import { type Reading, readCondition } from './read-condition.ts'

export interface UnpackOptions {
  /** The text functions that conditions name. */
  readonly functions?: readonly ConditionFunction[]
  /** The clock for conditions with `now()`: `readClock()`. */
  readonly clock?: Clock
}

/** A packed rule with the members that it lacks. */
export type OwnRule = Omit<Rule, 'role' | 'path'>

/** Data of which nothing is known. */
type Loose = Record<string, unknown>

function readNames(given: unknown): readonly string[] | undefined {
  const names: unknown = Array.isArray(given) && [...given]
  return isNames(names) ? names : undefined
}

/** Reads a member; undefined if it is invalid. */
type ReadMember = (given: unknown, reading: Reading) => unknown

const RULE: Readonly<Record<keyof RuleDocument, ReadMember>> = {
  effect: (given) => (given === 'allow' || given === 'deny' ? given : undefined),
  permissions: readNames,
  when: readCondition,
  after: readCondition,
  omit: readNames,
  mask: readNames,
  fields: readNames,
  reason: (given) => (isName(given) ? given : undefined),
}

const NO_NAMES: readonly string[] = []

const PACKED: Readonly<Record<keyof Packed, ReadMember>> = {
  version: (given, { refuse }) =>
    given === 1 || refuse(`has version ${String(given)}; unpack reads version 1`),
  signedIn: (given) => (typeof given === 'boolean' ? given : undefined),
  resources: (given) =>
    Object(given) === given && Object.values(given as object).every(isNames) ? given : undefined,
  rules: (given) => (Array.isArray(given) ? [...given] : undefined),
}

/**
 * Reads each own member of an object once into `members`, which has all of them as its own: what somebody has added to all
 * objects is no part of it. Those in `required` must be there.
 */
function readMembers(
  given: unknown,
  readers: Readonly<Record<string, ReadMember>>,
  members: Loose,
  required: readonly string[],
  reading: Reading,
): void {
  const own = { ...(given as Loose) }
  for (const name of [...Object.keys(own), ...required]) {
    const read =
      Object.hasOwn(readers, name) && Object.hasOwn(own, name)
        ? readers[name]?.(own[name], reading)
        : undefined
    members[name] = read ?? reading.refuse(`has an invalid member ${name}`)
  }
}

/** The rule has all members, also those that it lacks. */
function readRule(given: unknown, reading: Reading): OwnRule {
  const rule: Loose = {
    effect: undefined,
    permissions: undefined,
    when: always,
    after: undefined,
    omit: NO_NAMES,
    mask: NO_NAMES,
    fields: undefined,
    reason: undefined,
  }
  readMembers(given, RULE, rule, ['effect', 'permissions'], reading)
  // Each reader returns the type of its member.
  return rule as unknown as OwnRule
}

function isPermission(resources: Packed['resources'], name: string): boolean {
  const resource = parseResource(name)
  return (
    Object.hasOwn(resources, resource) && !!resources[resource]?.includes(name.slice(resource.length + 1))
  )
}

/**
 * Reads and copies packed permissions in one pass, and looks at their form.
 * @throws {InvalidPolicy} with the first mistake.
 */
export function readPacked(
  given: Packed,
  { functions = [], clock }: UnpackOptions = {},
): { readonly resources: Packed['resources']; readonly rules: readonly OwnRule[] } {
  let path = 'packed'
  const refuse: Reading['refuse'] = (message) => {
    throw new InvalidPolicy([{ path, message }])
  }
  const reading: Reading = { refuse, functions, hasClock: clock !== undefined }
  try {
    if (Object(given) !== given) refuse('is no object; pass the result of JSON.parse')
    const members: Loose = {}
    readMembers(given, PACKED, members, Object.keys(PACKED), reading)
    // Each reader returns the type of its member.
    const { resources, rules } = members as unknown as Packed
    const read = rules.map((each, i) => {
      path = `rules[${i}]`
      const rule = readRule(each, reading)
      for (const name of rule.permissions)
        if (!isPermission(resources, name)) refuse(`unknown permission "${name}"`)
      return rule
    })
    return { resources, rules: read }
  } catch (error) {
    // Another error is that of a getter, or of a member of another form.
    throw error instanceof InvalidPolicy ? error : refuse('cannot be read')
  }
}
