import { NOW } from '../conditions/condition.ts'
import type { Row } from '../conditions/evaluate.ts'
import { type Reads, copyReads } from '../conditions/reads.ts'
import type { FindRoleSet, RoleSet } from '../roles/role-sets.ts'
import type { AuditHook } from './audit.ts'
import { GRANTED, NOTHING, SubjectCopy, isOfContext } from './subject-copy.ts'
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
  copyReads(subject, references, (name, readMember) => {
    if (name === GRANTED) return granted
    if (!isOfContext(name)) return readMember(subject, name)
    const value = readMember(context, name.slice(1))
    return value === undefined && name === NOW ? new Date() : value
  })

/** The same subject at this moment. */
export const copyNow = (state: State): State =>
  Object.assign(Object.create(SubjectCopy.prototype), state, {
    values: Object.assign(Object.create(null), state.values, { [NOW]: new Date() }),
  })

/** Finds the set of a subject's roles, of which it reads each once. It reports unknown roles. */
export const createRoleFinder =
  (find: FindRoleSet, report: AuditHook) =>
  (roles: unknown, subject: Subject): RoleSet =>
    find(Array.isArray(roles) ? roles : NOTHING, (role) => report({ kind: 'unknown-role', subject, role }))

export const hasOnlyRoles = ({ scope, granted }: SubjectCopy<RoleSet>): boolean => !scope && !granted.length
