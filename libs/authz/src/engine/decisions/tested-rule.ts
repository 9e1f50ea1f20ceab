import { freeze } from '../conditions/condition.ts'
import type { Row, Test, Truth } from '../conditions/evaluate.ts'
import type { Reads } from '../conditions/reads.ts'
import type { FieldRestriction, Rule } from '../policy/rule.ts'
import type { DeterminingRule } from './decision.ts'
import type { Asker } from './subject-copy.ts'

/** Takes the place of the resource if a call passes none. */
export const NO_ROW: Row = freeze(Object.create(null))

/** A rule that a check tests. */
export interface TestedRule extends Rule {
  readonly test: Test
  readonly testAfter: Test
  /** The rule in a decision. Nobody can change it, or it is a copy. */
  readonly show: () => DeterminingRule
}

/** The rules about one permission that make a decision. */
export interface DecidingRules {
  readonly allow: readonly TestedRule[]
  readonly deny: readonly TestedRule[]
  /** The deny rules that deny only fields. */
  readonly hide: readonly TestedRule[]
  /** The attributes of the resource that the conditions compare. */
  readonly reads: Reads
  /** Whether a rule has an effect on the attributes of a resource. Undefined if the rule needs a resource, and there is none. */
  readonly applies: (rule: TestedRule, resource: Row, asker: Asker, after?: Row) => Truth
  /** The fields that a subject with a direct permission does not see. Absent if nobody has direct permissions. */
  readonly grant?: () => FieldRestriction
}

/** Whether the condition of a rule is true: of an allow rule before and after a change, of a deny rule before or after it. */
export function testRule(
  rule: TestedRule,
  resource: Row,
  asker: Asker,
  after?: Row,
  failed?: string[],
): Truth {
  const truth = rule.test(resource, asker.values, failed)
  const denies = rule.effect === 'deny'
  if (!after || truth === denies) return truth
  const truthAfter = rule.testAfter(after, asker.values, failed)
  return truthAfter === !denies ? truth : truthAfter
}

/** If a condition is neither true nor false for a resource, an allow rule does not allow, and a deny rule denies. */
export const settleTruth = ({ effect }: TestedRule, resource: Row, truth: Truth): Truth =>
  truth === undefined && resource !== NO_ROW ? effect === 'deny' : truth

interface SplitRules extends Pick<DecidingRules, 'allow' | 'deny' | 'hide'> {
  /** Those of `deny` and of `hide`. */
  readonly denying: readonly TestedRule[]
}

/** The rules about one permission by what they do. */
export function splitRules(rules: readonly TestedRule[]): SplitRules {
  const denying = rules.filter(({ effect }) => effect === 'deny')
  return {
    allow: rules.filter(({ effect }) => effect === 'allow'),
    denying,
    deny: denying.filter(({ fields }) => !fields),
    hide: denying.filter(({ fields }) => fields),
  }
}
