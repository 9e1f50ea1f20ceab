import type { Row } from '../conditions/evaluate.ts'
import { type Reads, copyReads } from '../conditions/reads.ts'
import type { RoleSet } from '../roles/role-sets.ts'
import type { AuditHook } from './audit.ts'
import { GRANTED, type SubjectCopy, isOfContext } from './subject-copy.ts'
import type { Subject } from './subject.ts'

/** A subject as the engine knows it. */
export type State = SubjectCopy<RoleSet>

/**
 * The attributes of a subject to which conditions refer. `$time` is an attribute of the context. A subject cannot have it,
 * because its attributes can come from a token. A subject without a list of permissions has an empty one.
 */
export const copyAsker = (
  { subject, granted }: SubjectCopy<unknown>,
  references: Reads,
  context: object = {},
): Row =>
  copyReads(subject, references, (name, readMember) =>
    name === GRANTED
      ? granted
      : isOfContext(name)
        ? readMember(context, name.slice(1))
        : readMember(subject, name),
  )

/** Finds the set of a subject's roles, of which it reads each once. It reports unknown roles. */
export const createRoleFinder =
  (noRoles: RoleSet, report: AuditHook) =>
  (roles: unknown, subject: Subject): RoleSet => {
    let set = noRoles
    if (!Array.isArray(roles)) return set
    for (let i = 0; i < roles.length; i += 1) {
      const role: string = roles[i]
      const larger = set.with(role)
      if (larger) set = larger
      else report({ kind: 'unknown-role', subject, role })
    }
    return set
  }

export const hasOnlyRoles = ({ scope, granted }: SubjectCopy<RoleSet>): boolean => !scope && !granted.length
