import { findConstant, freeze } from '../engine/conditions/condition.ts'
import { compile } from '../engine/conditions/evaluate.ts'
import { noReads } from '../engine/conditions/reads.ts'
import { type Decided, allows, createDecision, judge, requireAllowed } from '../engine/decisions/decide.ts'
import { NOTHING } from '../engine/decisions/subject-copy.ts'
import {
  type DecidingRules,
  NO_ROW,
  type TestedRule,
  settleTruth,
  splitRules,
  testRule,
} from '../engine/decisions/tested-rule.ts'
import type { Ability, Permissions } from '../engine/policy/policy.ts'
import type { Rule } from '../engine/policy/rule.ts'
import type { Packed } from './packed.ts'
import { type ReadPermissions, type UnpackOptions, readPacked } from './read-packed.ts'
import { readCondition } from './read-condition.ts'

/** The ability of one user in a browser. It has no filters, because a browser asks no database: see `unpackPolicy`. */
export type PackedAbility<M extends object = Permissions> = Omit<Ability<M>, 'filter'>

const applies: DecidingRules['applies'] = (rule, row, asker, after) =>
  settleTruth(rule, row, testRule(rule, row, asker, after))

/** Compiles the rules about one permission. */
function compileRules({ rules, reading }: ReadPermissions, permission: string): DecidingRules {
  const reads = noReads()
  const compileRule = (rule: Rule): TestedRule => {
    const { effect, role, path, when, after } = rule
    const test = compile(when, reads, reads)
    const testAfter = after ? compile(after, reads, reads) : test
    // A copy, because its dates can change.
    const show = () => freeze({ effect, role, path, when: readCondition(when, reading) })
    return { ...rule, test, testAfter, show }
  }
  const about = rules.filter(({ permissions }) => permissions.includes(permission))
  return { ...splitRules(about.map(compileRule)), reads, applies }
}

/**
 * The packed permissions: `unpack(await response.json()).can('articles:write', article)`. The rules about a permission become
 * functions when you first ask for it.
 * @throws {InvalidPolicy} for permissions of another version, and for others that it does not understand.
 */
export function unpack<M extends object = Permissions>(
  packed: Packed,
  options?: UnpackOptions,
): PackedAbility<M> {
  const read = readPacked(packed, options)
  const id = read.signedIn ? 'packed' : null
  const subject = { id, roles: NOTHING }
  const asker: Decided = { id, subject, values: NO_ROW, scope: undefined, granted: NOTHING }
  const compiled = new Map<string, DecidingRules>()
  const findRules = (permission: string): DecidingRules | undefined => {
    const found = compiled.get(permission)
    if (found || !read.known.has(permission)) return found
    const made = compileRules(read, permission)
    compiled.set(permission, made)
    return made
  }
  const ask = (permission: string, row?: object | null, after?: unknown) =>
    judge(findRules(permission), asker, permission, row, after)
  const decide: Ability['decide'] = (permission, row, after) => createDecision(ask(permission, row, after))
  const ability: PackedAbility = {
    can: (permission, row, change) =>
      typeof change === 'string'
        ? allows(ask(permission, row), change)
        : allows(ask(permission, row, change)),
    decide,
    authorize: (permission, row, after) => requireAllowed(decide(permission, row, after), asker, permission),
    permits: (permission) => {
      const { allow = [], deny = [] } = findRules(permission) ?? {}
      const isConstant = (truth: boolean) => (rule: Rule) => findConstant(rule.when) === truth
      return !allow.every(isConstant(false)) && !deny.some(isConstant(true))
    },
  }
  // Only the compiler uses the types of rows.
  return ability as unknown as PackedAbility<M>
}
