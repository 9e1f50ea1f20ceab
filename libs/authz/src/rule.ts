import { type Condition, always } from './condition.ts'
import type { RuleDocument } from './document.ts'
import type { Test } from './evaluate.ts'

/** A rule with its test as a function. */
export interface Rule extends RuleDocument {
  readonly role: string
  /** The place of the rule in the document: `roles.AUTHOR.rules[0]`. */
  readonly path: string
  readonly when: Condition
  readonly omit: readonly string[]
  readonly mask: readonly string[]
  readonly test: Test
}

/** The rules of a set of roles for one permission. */
export interface Entry {
  readonly allow: readonly Rule[]
  readonly deny: readonly Rule[]
  /** For subjects that have only roles: the answer if it needs no resource, otherwise the test of the resource. */
  readonly answer: boolean | Test
}

/** Whether the rule has a condition. A rule with a condition needs a resource. */
export const isConditional = (rule: Rule): boolean => rule.when !== always
