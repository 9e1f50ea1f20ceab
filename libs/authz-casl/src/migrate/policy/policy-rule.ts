import type ts from 'typescript'

/** A rule as a policy has it. */
export interface PolicyRule {
  /** The roles that have the rule. Null for all callers. */
  readonly roles: readonly string[] | null
  readonly effect: 'allow' | 'deny'
  /** `read`; `manage` stands for all. */
  readonly actions: readonly string[]
  /** `Article`; `all` stands for all. */
  readonly types: readonly string[]
  readonly fields: readonly string[] | null
  readonly condition: WrittenCondition | null
  /** The text in the source, with its quotes. */
  readonly reason: string | null
}

export interface WrittenCondition {
  /** `a.status.eq('PUBLISHED')`. */
  readonly code: string
  /** The attributes of the row: `owner.teamId`, `tags[]`, `items[].price`. */
  readonly attributes: readonly string[]
  /** The attributes of the caller: `id`. */
  readonly ofCaller: readonly string[]
}

/** A part of a rule that the command does not write, because it would guess. */
export class Unwritten extends Error {
  readonly node: ts.Node

  constructor(node: ts.Node, message: string) {
    super(message)
    this.node = node
  }
}
