import type { Condition, RuleDocument } from '@content-service/authz'
import type { ContentPolicy, Permission } from './content-policy.ts'
import { nameLinkedFact } from './linked-facts.ts'
import { isMember } from './member-facts.ts'
import { isNow, NOW } from './time-reference.ts'

/** The facts that the rules about a permission compare, under their names in rows: `startsAt`, `event.venue.capacity`. */
export interface ComparedFacts {
  readonly names: ReadonlySet<string>
  /** The members of the record's own groups among them: `nutrition.calories`. */
  readonly members: readonly string[]
  /** Those that are compared with times. */
  readonly times: readonly string[]
  /** Whether a fact is compared with the time of the request (C15.24). */
  readonly takesTime: boolean
  /** The attributes of the caller about which the rules ask without a fact, under their names in references. */
  readonly ofCaller: readonly string[]
}

type Policy = Pick<ContentPolicy, 'document'>
type RulesAbout = (permission: string) => readonly RuleDocument[]

/** The names with which a rule can grant a permission. */
const listGranting = (permission: string): readonly string[] => {
  const [resource = '', action = ''] = permission.split(':')
  return [permission, `${resource}:*`, `*:${action}`, '*']
}

const findRules = ({ document }: Policy): RulesAbout => {
  const rules = Object.values(document.roles).flatMap((role) => role.rules)
  return (permission) => {
    const granting = listGranting(permission)
    return rules.filter(({ permissions }) => permissions.some((name) => granting.includes(name)))
  }
}

/** Collects the facts that conditions compare. */
class Collector {
  readonly names = new Set<string>()
  readonly members = new Set<string>()
  readonly times = new Set<string>()
  readonly ofCaller = new Set<string>()
  takesTime = false
  readonly #rulesAbout: RulesAbout

  constructor(rulesAbout: RulesAbout) {
    this.#rulesAbout = rulesAbout
  }

  /** The conditions of the rules on the record at the path. No permissions follow each other in a circle. */
  addRules(permission: string, path: string | null): void {
    for (const { when } of this.#rulesAbout(permission)) if (when) this.#add(when, path)
  }

  #add(condition: Condition, path: string | null): void {
    const name = (attribute: string) => (path === null ? attribute : nameLinkedFact(path, attribute))
    switch (condition.op) {
      case 'and':
      case 'or':
        return condition.conditions.forEach((part) => this.#add(part, path))
      case 'not':
        return this.#add(condition.condition, path)
      case 'subject':
        return this.#addOfCaller(condition.condition)
      case 'is':
      case 'some':
        return this.#add(condition.condition, name(condition.attribute))
      case 'may':
        return this.addRules(condition.permission, name(condition.attribute))
      default:
        if (path === null && isMember(condition.attribute)) this.members.add(condition.attribute)
        return this.#addCompared(name(condition.attribute), condition.value)
    }
  }

  #addCompared(name: string, value: unknown): void {
    this.names.add(name)
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    const isTimed = values.some(isNow)
    if (isTimed) this.takesTime = true
    if (isTimed || values.some((each) => each instanceof Date)) this.times.add(name)
  }

  #addOfCaller(condition: Condition): void {
    if ('conditions' in condition) return condition.conditions.forEach((part) => this.#addOfCaller(part))
    if ('attribute' in condition && condition.attribute !== undefined) this.ofCaller.add(condition.attribute)
    else if ('condition' in condition) this.#addOfCaller(condition.condition)
  }
}

const collectCompared = (rulesAbout: RulesAbout, permission: Permission): ComparedFacts => {
  const collector = new Collector(rulesAbout)
  collector.addRules(permission, null)
  const { names, members, times, takesTime, ofCaller } = collector
  return {
    names,
    members: [...members],
    times: [...times],
    takesTime: takesTime || ofCaller.has(NOW),
    ofCaller: [...ofCaller],
  }
}

interface KnownFacts {
  readonly rulesAbout: RulesAbout
  readonly compared: Map<string, ComparedFacts>
}

const KNOWN = new WeakMap<Policy, KnownFacts>()

/** The facts by which the policy decides about a permission, those of the permissions that it follows included. */
export const findComparedFacts = (policy: Policy, permission: Permission): ComparedFacts => {
  const known = KNOWN.get(policy) ?? { rulesAbout: findRules(policy), compared: new Map() }
  KNOWN.set(policy, known)
  const found = known.compared.get(permission) ?? collectCompared(known.rulesAbout, permission)
  known.compared.set(permission, found)
  return found
}

type Values = Readonly<Record<string, unknown>>

/** The record with dates in the place of times that are texts: those of events, kept responses and prepared reads. */
export const reviveTimes = (record: object, { times }: ComparedFacts): object => {
  const values = record as Values
  const texts = times.filter((name) => typeof values[name] === 'string')
  if (texts.length === 0) return record
  return { ...record, ...Object.fromEntries(texts.map((name) => [name, new Date(String(values[name]))])) }
}
