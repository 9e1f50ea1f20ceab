export type FindingKind =
  | 'unreachable' // an allow rule that never takes effect, because a deny rule or its own condition prevents it
  | 'shadowed' // a rule without effect, because other rules cover it
  | 'ungranted' // a permission that no role allows
  | 'redundant-parent' // a role that another role inherits twice
  | 'escalation' // a role that lets a subject extend its own permissions

/** A part of a policy that is valid, but probably a mistake. */
export interface Finding {
  readonly kind: FindingKind
  /** `roles.AUTHOR.rules[0]`, `roles.AUTHOR.inherits[1]` or `resources`. */
  readonly path: string
  readonly message: string
}
