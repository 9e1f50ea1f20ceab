import { freeze } from '../conditions/condition.ts'
import type { Row } from '../conditions/evaluate.ts'
import { member, read } from '../conditions/value.ts'
import type { Subject } from './subject.ts'

export const NOTHING: readonly never[] = freeze([])

// Subjects come from tokens and databases. If the value is a text, `includes` would find each part of the text.
// Most subjects have one role, and to spread a list of one takes longer.
export const copyNames = (names: unknown): readonly string[] =>
  Array.isArray(names) ? (names.length === 1 ? [names[0]] : [...names]) : NOTHING

/** The attribute with the direct permissions of a subject. */
export const GRANTED = 'permissions'

/** Has the members that somebody has added to all objects. */
const anyObject: Partial<Record<keyof Subject, unknown>> = /* @__PURE__ */ Object.freeze({})

/** Whether all objects have a member by which a policy knows a subject. It takes less time than `isPolluted`. */
const areInherited = (): boolean =>
  anyObject.id !== undefined ||
  anyObject.roles !== undefined ||
  anyObject.permissions !== undefined ||
  anyObject.restrictedTo !== undefined

/** The members of a subject, without those of all objects. */
const readMembers = (subject: Subject): Partial<Record<keyof Subject, unknown>> => ({
  id: member(subject, 'id'),
  roles: member(subject, 'roles'),
  permissions: member(subject, 'permissions'),
  restrictedTo: member(subject, 'restrictedTo'),
})

/**
 * The members by which a policy knows a subject. Each is read once, so that nothing can change it after that. `readRoles`
 * reads the list of roles, in place of a copy. A subject whose getters throw has no roles and no permissions.
 */
export class SubjectCopy<Roles = readonly string[]> {
  readonly subject: Subject
  readonly id: unknown
  readonly roles: Roles
  readonly granted: readonly string[]
  /** Undefined if the subject has no `restrictedTo`. */
  readonly scope: readonly string[] | undefined
  /** The attributes to which the conditions of a policy refer. The engine adds them. */
  declare values: object

  constructor(
    given: Subject | null,
    readRoles: (roles: unknown, subject: Subject) => Roles = copyNames as never,
  ) {
    this.subject = given ?? { id: null, roles: NOTHING }
    try {
      const { id, roles, permissions, restrictedTo } = areInherited()
        ? readMembers(this.subject)
        : this.subject
      this.id = id
      this.roles = readRoles(roles, this.subject)
      this.granted = permissions === undefined ? NOTHING : copyNames(permissions)
      this.scope = restrictedTo === undefined ? undefined : copyNames(restrictedTo)
    } catch {
      this.id = null
      this.roles = readRoles(NOTHING, this.subject)
      this.granted = NOTHING
      this.scope = NOTHING
    }
  }
}

export const isInScope = ({ scope }: Pick<SubjectCopy, 'scope'>, permission: string): boolean =>
  scope === undefined || scope.includes(permission)

/** Whether a condition refers to an attribute of the context: `$time`. */
export const isOfContext = (name: unknown): name is string => typeof name === 'string' && name[0] === '$'

/** Reads each attribute of a subject once. */
export function readOnce({ subject, granted }: SubjectCopy<unknown>): (name: string) => unknown {
  const values = new Map<string, unknown>([[GRANTED, granted]])
  return (name) => {
    if (!values.has(name)) values.set(name, isOfContext(name) ? undefined : read(subject, name))
    return values.get(name)
  }
}

/** A subject with the values of the attributes to which the conditions of a policy refer. */
export interface Asker {
  readonly subject: Subject
  readonly values: Row
}
