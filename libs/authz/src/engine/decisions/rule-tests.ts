import { freeze } from '../conditions/condition.ts'
import type { Row, Test, Truth } from '../conditions/evaluate.ts'
import type { RuleDocument } from '../policy/document.ts'

/** Takes the place of the resource if a call passes none. */
export const NO_ROW: Row = freeze(Object.create(null))

/** The conditions of a rule as functions. */
export interface RuleTests extends Pick<RuleDocument, 'effect'> {
  readonly test: Test
  readonly testAfter: Test
}

/** Whether the condition of a rule is true: of an allow rule before and after a change, of a deny rule before or after it. */
export function testRule(
  rule: RuleTests,
  resource: Row,
  subject: Row,
  after?: Row,
  failed?: string[],
): Truth {
  const truth = rule.test(resource, subject, failed)
  const denies = rule.effect === 'deny'
  if (!after || truth === denies) return truth
  const truthAfter = rule.testAfter(after, subject, failed)
  return truthAfter === !denies ? truth : truthAfter
}
