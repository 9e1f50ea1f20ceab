import { always } from '../engine/conditions/condition.ts'
import type { TextFunction } from '../engine/conditions/text-function.ts'
import { isNames } from '../engine/decisions/check.ts'
import { InvalidPolicy } from '../engine/errors.ts'
import { type RuleDocument, parseResource } from '../engine/policy/document.ts'
import { isReason } from '../engine/policy/reason.ts'
import type { Rule } from '../engine/policy/rule.ts'
import type { Packed } from './packed.ts'
import { type Reading, readCondition } from './read-condition.ts'

export interface UnpackOptions {
  /** The text functions that conditions name. */
  readonly functions?: readonly TextFunction[]
}

/** A packed rule with the members that it lacks. */
export type OwnRule = Omit<Rule, 'role' | 'path'>

/** Data of which nothing is known. */
type Loose = Record<string, unknown>

function readNames(given: unknown): readonly string[] | undefined {
  const names: unknown = Array.isArray(given) && [...given]
  return isNames(names) ? names : undefined
}

/** Reads each member of a rule; undefined for an invalid one. */
const READERS: Readonly<Record<keyof RuleDocument, (given: unknown, reading: Reading) => unknown>> = {
  effect: (given) => (given === 'allow' || given === 'deny' ? given : undefined),
  permissions: readNames,
  when: readCondition,
  after: readCondition,
  omit: readNames,
  mask: readNames,
  fields: readNames,
  reason: (given) => (isReason(given) ? given : undefined),
}

const NO_NAMES: readonly string[] = []

/** The rule has all members as its own: what somebody has added to all objects is no part of it. */
function readRule(given: Loose, reading: Reading): OwnRule {
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
  for (const name of Object.keys(Object(given))) {
    const read = Object.hasOwn(READERS, name)
      ? READERS[name as keyof RuleDocument](given[name], reading)
      : undefined
    rule[name] = read ?? reading.refuse(`has an invalid member ${name}`)
  }
  for (const name of ['effect', 'permissions'])
    if (!rule[name]) reading.refuse(`has an invalid member ${name}`)
  // Each reader returns the type of its member.
  return rule as unknown as OwnRule
}

/** Whether a member of packed permissions has the right form. */
const CHECKS: Readonly<Record<keyof Packed, (given: unknown) => boolean>> = {
  version: (given) => given === 1,
  signedIn: (given) => typeof given === 'boolean',
  resources: (given) => Object(given) === given && Object.values(given as object).every(isNames),
  rules: Array.isArray,
}

/** The own members of packed permissions, each read once. */
function readMembers(given: Packed, { refuse }: Reading): Packed {
  if (Object(given) !== given) refuse('is no object; pass the result of JSON.parse')
  const own = { ...given }
  if (own.version !== 1)
    refuse(`has version ${String(own.version)}, but unpack reads version 1; use one version of the library`)
  for (const name of [...Object.keys(own), ...Object.keys(CHECKS)]) {
    const isKnown = Object.hasOwn(CHECKS, name) && Object.hasOwn(own, name)
    if (!isKnown || !CHECKS[name as keyof Packed](own[name as keyof Packed]))
      refuse(`has an invalid member ${name}`)
  }
  return own
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
  { functions = [] }: UnpackOptions = {},
): { readonly resources: Packed['resources']; readonly rules: readonly OwnRule[] } {
  let path = 'packed'
  const refuse: Reading['refuse'] = (message) => {
    throw new InvalidPolicy([{ path, message }])
  }
  const reading: Reading = { refuse, functions }
  try {
    const { resources, rules } = readMembers(given, reading)
    const read = [...rules].map((each, i) => {
      path = `rules[${i}]`
      const rule = readRule(each as unknown as Loose, reading)
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
