import type { AuditHook } from './audit.ts'
import { type Names, type Values, readAll, readBy } from './evaluate.ts'
import type { RoleSet } from './role-sets.ts'
import { type Asker, copySubject, isOfContext } from './subject-copy.ts'
import type { Subject } from './subject.ts'
import { read } from './value.ts'

/** A subject as the engine knows it. */
export interface State extends Asker {
  readonly set: RoleSet
  /** Whether the subject has only roles. */
  readonly isPlain: boolean
}

/** `$time` is an attribute of the context. A subject cannot have it, because its attributes can come from a token. */
function readAsker(subject: Subject, references: Readonly<Names>, context: object = {}): Values {
  if (!references.some(isOfContext)) return readAll(subject, references)
  return readBy(
    (name) => (isOfContext(name) ? read(context, name.slice(1)) : read(subject, name)),
    references,
  )
}

/** The attributes at some places. A subject can have long lists, and one check compares few attributes. */
function readSome(subject: Subject, references: Readonly<Names>, places: readonly number[]): Values {
  const values: unknown[] = []
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] as number
    values[place] = read(subject, references[place] as string)
  }
  return values
}

/** With a permission, reads only the attributes that the permission needs. */
export function readSubject(
  given: Subject | null,
  noRoles: RoleSet,
  references: Readonly<Names>,
  report: AuditHook,
  context?: object,
  permission?: string,
): State {
  const { subject, id, roles, granted, scope } = copySubject(given)
  let set = noRoles
  for (let i = 0; i < roles.length; i += 1) {
    const larger = set.with(roles[i] as string)
    if (larger) set = larger
    else report({ kind: 'unknown-role', subject, role: roles[i] as string })
  }
  const places = permission === undefined ? undefined : set.entries.get(permission)?.places
  const values = places ? readSome(subject, references, places) : readAsker(subject, references, context)
  return { subject, id, roles, granted, scope, set, isPlain: !scope && !granted.length, values }
}
