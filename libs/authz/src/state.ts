import type { AuditHook } from './audit.ts'
import type { Row } from './evaluate.ts'
import { type Reads, copyReads } from './reads.ts'
import type { RoleSet } from './role-sets.ts'
import { type Asker, type SubjectCopy, isOfContext } from './subject-copy.ts'
import type { Subject } from './subject.ts'

/** A subject as the engine knows it. */
export interface State extends SubjectCopy, Asker {
  readonly set: RoleSet
  /** The entries that have the answers. Undefined if the subject has more than roles. */
  readonly ready: RoleSet['entries'] | undefined
}

/** `$time` is an attribute of the context. A subject cannot have it, because its attributes can come from a token. */
export const copyAsker = (subject: Subject, references: Reads, context: object = {}): Row =>
  copyReads(subject, references, (name) => {
    const [object, attribute] = isOfContext(name) ? [context, name.slice(1)] : [subject, name]
    return (object as unknown as Readonly<Record<string, unknown>>)[attribute]
  })

/** The set of a subject's roles. It reports unknown roles. */
export function findRoleSet({ subject, roles }: SubjectCopy, noRoles: RoleSet, report: AuditHook): RoleSet {
  let set = noRoles
  for (let i = 0; i < roles.length; i += 1) {
    const larger = set.with(roles[i] as string)
    if (larger) set = larger
    else report({ kind: 'unknown-role', subject, role: roles[i] as string })
  }
  return set
}

export const hasOnlyRoles = ({ scope, granted }: SubjectCopy): boolean => !scope && !granted.length
