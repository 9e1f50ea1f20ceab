import type { AuditHook } from './audit.ts'
import { type Names, readAll } from './evaluate.ts'
import type { RoleSet } from './role-sets.ts'
import { type Asker, NOTHING, copySubject } from './subject-copy.ts'
import type { Subject } from './subject.ts'

/** A subject as the engine knows it. */
export interface State extends Asker {
  readonly set: RoleSet
  /** Whether the subject has only roles. */
  readonly isPlain: boolean
}

export function readSubject(
  given: Subject | null,
  noRoles: RoleSet,
  references: Readonly<Names>,
  report: AuditHook,
): State {
  const { subject, id, roles, granted, scope } = copySubject(given)
  let set = noRoles
  for (let i = 0; i < roles.length; i += 1) {
    const larger = set.with(roles[i] as string)
    if (larger) set = larger
    else report({ kind: 'unknown-role', subject, role: roles[i] as string })
  }
  const values = references.length ? readAll(subject, references) : NOTHING
  return { subject, id, roles, granted, scope, set, isPlain: !scope && !granted.length, values }
}
