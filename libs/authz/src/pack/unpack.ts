import { findConstant } from '../engine/conditions/condition.ts'
import { type Row, compileTest } from '../engine/conditions/compile-test.ts'
import { type Reads, copyReads, noReads } from '../engine/conditions/reads.ts'
import { NO_ROW, type RuleTests, testRule } from '../engine/decisions/rule-tests.ts'
import type { Ability, Permissions } from '../engine/policy/policy.ts'
import { showsField } from '../engine/policy/rule.ts'
import type { Clock } from './clock.ts'
import type { Packed } from './packed.ts'
import { type OwnRule, type UnpackOptions, readPacked } from './read-packed.ts'

/** The checks of one user in a browser. `unpackPolicy` has the reasons of decisions, the fields to omit, and filters. */
export type PackedAbility<M extends object = Permissions> = Pick<Ability<M>, 'can' | 'permits'>

/** The rules about one permission, with the attributes that they compare. */
interface TestedRules {
  readonly allow: readonly (OwnRule & RuleTests)[]
  readonly deny: readonly (OwnRule & RuleTests)[]
  readonly reads: Reads
}

function compileRules(rules: readonly OwnRule[], permission: string, clock: Clock | undefined): TestedRules {
  const reads = noReads()
  // The rules have values instead of references to the subject, apart from the time.
  const compileRule = (rule: OwnRule) => {
    const test = compileTest(rule.when, reads, clock?.tests)
    return { ...rule, test, testAfter: rule.after ? compileTest(rule.after, reads, clock?.tests) : test }
  }
  const select = (wanted: string) =>
    rules
      .filter(({ effect, permissions }) => effect === wanted && permissions.includes(permission))
      .map(compileRule)
  return { allow: select('allow'), deny: select('deny'), reads }
}

/** Whether rules allow a request, or the request for a field. */
function allows(
  { allow, deny, reads }: TestedRules,
  asker: Row,
  resource?: Row | null,
  change?: unknown,
): boolean {
  const copyRow = (row: unknown): Row => (Object(row) === row ? copyReads(row as Row, reads) : NO_ROW)
  const field = typeof change === 'string' ? change : undefined
  const before = copyRow(resource)
  const after = change === field ? undefined : copyRow(change)
  // No allow rule allows, and each deny rule denies, if its condition is neither true nor false.
  const test = (rule: OwnRule & RuleTests) => testRule(rule, before, asker, after)
  return (
    deny.every((rule) => (rule.fields && !rule.fields.includes(field as string)) || test(rule) === false) &&
    allow.some((rule) => (field === undefined || showsField(rule, field)) && test(rule))
  )
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
  const { rules } = readPacked(packed, options)
  const clock = options?.clock
  const tested = new Map<string, TestedRules>()
  const findRules = (permission: string): TestedRules => {
    const found = tested.get(permission) ?? compileRules(rules, permission, clock)
    tested.set(permission, found)
    return found
  }
  const ability: PackedAbility = {
    can: (permission, row, change) => allows(findRules(permission), clock?.readTime() ?? NO_ROW, row, change),
    permits: (permission) => {
      const { allow, deny } = findRules(permission)
      const isNever = ({ when }: OwnRule) => findConstant(when) === false
      const isAlways = ({ when, fields }: OwnRule) => !fields && findConstant(when)
      return !allow.every(isNever) && !deny.some(isAlways)
    },
  }
  // Only the compiler uses the types of rows.
  return ability as unknown as PackedAbility<M>
}
