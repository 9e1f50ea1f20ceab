export type FindingKind =
  | 'unreachable' // an allow that some deny, or its own condition, never lets happen
  | 'shadowed' // a rule that changes nothing, because another says as much or more
  | 'ungranted' // a permission that no role gives
  | 'redundant-parent' // a role inherited twice
  | 'escalation' // a role that may give itself more than it has

/** Something legal that is probably not meant. */
export interface Finding {
  readonly kind: FindingKind
  /** `roles.AUTHOR.rules[0]`, `roles.AUTHOR.inherits[1]` or `resources`. */
  readonly path: string
  readonly message: string
}
