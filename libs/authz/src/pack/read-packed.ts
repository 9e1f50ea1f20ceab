import { always, freeze } from '../engine/conditions/condition.ts'
import { type TextFunction, listFunctions } from '../engine/conditions/text-function.ts'
import { isNames } from '../engine/decisions/check.ts'
import { NOTHING } from '../engine/decisions/subject-copy.ts'
import { InvalidPolicy } from '../engine/errors.ts'
import type { RuleDocument } from '../engine/policy/document.ts'
import type { Rule } from '../engine/policy/rule.ts'
import type { Packed } from './packed.ts'
import { type Reading, readCondition } from './read-condition.ts'

export interface UnpackOptions {
  /** The text functions that conditions name. */
  readonly functions?: readonly TextFunction[]
}

/** Packed permissions that have been read: nobody else can change them. */
export interface ReadPermissions {
  readonly signedIn: boolean
  readonly resources: Packed['resources']
  /** The permissions of the policy. */
  readonly known: ReadonlySet<string>
  readonly rules: readonly Rule[]
  readonly reading: Reading
}

/** Data of which nothing is known. */
type Loose = Record<string, unknown>

function readNames(given: unknown): readonly string[] | undefined {
  const names: unknown = Array.isArray(given) && freeze([...given])
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
}

/** The rule has all members as its own: what somebody has added to all objects is no part of it. */
function readRule(given: Loose, path: string, reading: Reading): Rule {
  const rule: Loose = {
    effect: undefined,
    permissions: undefined,
    when: always,
    after: undefined,
    omit: NOTHING,
    mask: NOTHING,
    fields: undefined,
    role: 'packed',
    path,
  }
  for (const name of Object.keys(Object(given))) {
    if (Object.hasOwn(READERS, name)) rule[name] = READERS[name as keyof RuleDocument](given[name], reading)
    if (rule[name] === undefined) reading.refuse(`has an invalid member ${name}`)
  }
  if (!rule['effect'] || !rule['permissions']) reading.refuse('has no effect or no permissions')
  // Each reader returns the type of its member.
  return rule as unknown as Rule
}

/** The permissions of the policy, of which the rules are about some. */
function readResources(given: Loose, { refuse }: Reading): ReadonlySet<string> {
  const known = new Set<string>()
  for (const resource of Object.keys(Object(given))) {
    const actions = readNames(given[resource]) ?? refuse(`has invalid actions of ${resource}`)
    for (const action of actions) known.add(`${resource}:${action}`)
  }
  return known
}

/** The members of packed permissions, each read once. */
function readMembers(given: Packed, { refuse }: Reading): Loose {
  if (Object(given) !== given) refuse('is no object; pass the result of JSON.parse')
  const { version, signedIn, resources, rules, ...others }: Loose = Object.assign(Object.create(null), given)
  if (version !== 1)
    refuse(`has version ${String(version)}, but unpack reads version 1; use one version of the library`)
  for (const name of Object.keys(others)) refuse(`has an invalid member ${name}`)
  if (typeof signedIn !== 'boolean') refuse('has an invalid member signedIn')
  if (!Array.isArray(rules)) refuse('has an invalid member rules')
  return { signedIn, resources, rules }
}

/**
 * Reads and copies packed permissions in one pass, and looks at their form.
 * @throws {InvalidPolicy} with the first mistake.
 */
export function readPacked(given: Packed, { functions }: UnpackOptions = {}): ReadPermissions {
  let path = 'packed'
  const refuse: Reading['refuse'] = (message) => {
    throw new InvalidPolicy([{ path, message }])
  }
  const reading: Reading = { refuse, functions: listFunctions(functions) }
  try {
    const { signedIn, resources, rules } = readMembers(given, reading)
    const known = readResources(resources as Loose, reading)
    const read = [...(rules as readonly Loose[])].map((each, i) => {
      const rule = readRule(each, (path = `rules[${i}]`), reading)
      for (const name of rule.permissions) if (!known.has(name)) refuse(`unknown permission "${name}"`)
      return rule
    })
    return { signedIn, resources, known, rules: read, reading } as ReadPermissions
  } catch (error) {
    // The error of a getter could be anything.
    throw error instanceof InvalidPolicy ? error : refuse('cannot be read, because a getter throws')
  }
}
