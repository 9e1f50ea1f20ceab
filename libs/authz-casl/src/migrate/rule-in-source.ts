import type ts from 'typescript'
import type { Name } from './names.ts'

/** A rule in the source: `can('read', 'Article', …)`, or `{ action: 'read', subject: 'Article', … }` in a list. */
export interface RuleInSource {
  readonly node: ts.Node
  readonly effect: 'can' | 'cannot'
  /** Null if the source does not show them. */
  readonly actions: readonly Name[] | null
  readonly subjects: readonly Name[] | null
  /** Null for all fields, and if the source does not show them. */
  readonly fields: readonly Name[] | null
  /** Whether the rule has an argument for its fields. */
  readonly hasFields: boolean
  readonly conditions: ts.Expression | undefined
  /** What the rules of one ability have in common: the place of their builder, or their list. */
  readonly owner: string
}
