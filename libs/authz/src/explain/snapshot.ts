import type { Subject } from '../engine/decisions/subject.ts'
import { member, own, read } from '../engine/conditions/value.ts'

const listKeys = (given: object): readonly string[] => {
  try {
    return Object.keys(given)
  } catch {
    return []
  }
}

const readOwn = (given: object, name: string): unknown => {
  try {
    return own(read(given, name))
  } catch {
    return undefined
  }
}

const fromNames = (names: Iterable<string>, readMember: (name: string) => unknown): object =>
  Object.assign(
    // Its copy inherits nothing, because somebody can have added attributes to all objects.
    Object.create(null),
    Object.fromEntries(
      [...new Set(names)].map((name) => [name, readMember(name)]).filter(([, value]) => value !== undefined),
    ),
  )

/** A copy of an object. Each attribute is read once, so that the decision and its explanation compare the same values. */
export const snapshot = (given: object, names: readonly string[]): object =>
  fromNames([...listKeys(given), ...names], (name) => readOwn(given, name))

const KNOWN: readonly string[] = ['id', 'roles', 'permissions', 'restrictedTo'] satisfies (keyof Subject)[]

/** A copy of a subject. A subject whose getters throw has no roles and no permissions. */
export function snapshotSubject(given: Subject, names: readonly string[]): Subject {
  const readMember = (name: string) =>
    KNOWN.includes(name) ? own(member(given, name)) : readOwn(given, name)
  try {
    return fromNames([...KNOWN, ...listKeys(given), ...names], readMember) as Subject
  } catch {
    return { id: null, roles: [], restrictedTo: [] }
  }
}
