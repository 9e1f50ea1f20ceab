import type { Abilities } from '../engine/policy/policy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

/** A row about which the policy and another decision differ. */
export interface Disagreement<S, Row> {
  readonly subject: S
  readonly row: Row
  readonly policy: boolean
  readonly other: boolean
}

export interface Comparison<S, P extends string, Row> {
  readonly permission: P
  readonly subjects: readonly S[]
  readonly rows: readonly Row[]
  /** The rows that the other decision allows: those that your query selects, for example. */
  readonly select: (subject: S, rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>
}

/**
 * Compares a policy with another decision about the same rows, such as your query or the code that the policy replaces.
 * `select` must return members of `rows`.
 */
export async function findDisagreements<S extends Subject, M extends object, P extends keyof M & string>(
  policy: Abilities<S, M>,
  { permission, subjects, rows, select }: Comparison<S, P, M[P]>,
): Promise<readonly Disagreement<S, M[P]>[]> {
  const found: Disagreement<S, M[P]>[] = []
  for (const subject of subjects) {
    const [ability, selected] = [policy.for(subject), new Set(await select(subject, rows))]
    for (const row of rows) {
      const [own, other] = [ability.can(permission, row), selected.has(row)]
      if (own !== other) found.push({ subject, row, policy: own, other })
    }
  }
  return found
}
