import { show } from '../engine/decisions/check.ts'
import { freeze } from '../engine/conditions/condition.ts'
import { copy } from '../engine/conditions/copy.ts'
import { copyWith } from '../engine/conditions/copy-with.ts'
import { InvalidPolicy } from '../engine/errors.ts'
import { listLineage } from '../engine/roles/hierarchy.ts'
import type { PolicyData } from '../engine/policy/policy.ts'
import { SubjectCopy, copyNames } from '../engine/decisions/subject-copy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

/** Roles that one person may not have at the same time (separation of duty). */
export interface Exclusion {
  readonly name: string
  readonly roles: readonly string[]
  /** The number of these roles that one person may have. The default is 1. */
  readonly atMost?: number
  /** `static`: a person may not have the roles. `dynamic`: a person may have them, but not use them in one session. */
  readonly kind: 'static' | 'dynamic'
}

export interface Conflict {
  readonly exclusion: string
  /** The excluded roles that the subject would have, by assignment or by inheritance. */
  readonly roles: readonly string[]
}

const describeConflict = ({ exclusion, roles }: Conflict): string =>
  `${exclusion}: a subject may not have ${roles.join(' and ')} at the same time`

/** The error for roles that break a separation of duty. */
export class DutyConflict extends Error {
  readonly code = 'DUTY_CONFLICT'
  readonly conflicts: readonly Conflict[]

  constructor(conflicts: readonly Conflict[]) {
    super(conflicts.map(describeConflict).join('; '))
    this.name = 'DutyConflict'
    this.conflicts = conflicts
  }
}

export interface Duties<S extends Subject> {
  /** The static exclusions that these roles break. Call it before you assign roles. */
  conflicts(roles: readonly string[]): readonly Conflict[]
  /**
   * A copy of the subject for a session, in which only these roles are active.
   * @throws {DutyConflict} if these roles break an exclusion of either kind, or all roles of the subject break a static one.
   * @throws {RangeError} if the subject does not have one of these roles.
   */
  activate(subject: S, roles: readonly string[]): S
}

/** Whether an exclusion has the form that it needs. An exclusion of another form would exclude nothing. */
function isExclusion(given: unknown): boolean {
  const { name, roles, atMost = 1, kind, ...others } = Object(given) as Exclusion
  return (
    typeof name === 'string' &&
    Array.isArray(roles) &&
    Number.isInteger(atMost) &&
    ['static', 'dynamic'].includes(kind) &&
    Object.keys(others).length === 0
  )
}

/**
 * Separation of duty for the subjects of a policy.
 * @throws {InvalidPolicy} if an exclusion is invalid, or if one role inherits roles that exclude each other.
 */
export function separateDuties<S extends Subject>(
  { document }: PolicyData,
  given: readonly Exclusion[],
): Duties<S> {
  const exclusions = copy(given)
  const broken = (kinds: readonly Exclusion['kind'][], roles: readonly string[]): readonly Conflict[] => {
    const held = new Set(roles.flatMap((role) => listLineage(document, role)))
    const found = exclusions
      .filter(({ kind }) => kinds.includes(kind))
      .map((exclusion) => ({ exclusion, roles: exclusion.roles.filter((role) => held.has(role)) }))
      .filter(({ exclusion, roles }) => roles.length > (exclusion.atMost ?? 1))
      .map(({ exclusion, roles }) => ({ exclusion: exclusion.name, roles }))
    return copy(found)
  }
  const odd = exclusions.flatMap((each, i) =>
    isExclusion(each) ? [] : [{ path: `exclusions[${i}]`, message: `invalid exclusion ${show(each)}` }],
  )
  if (odd.length > 0) throw new InvalidPolicy(odd)
  const problems = [
    ...exclusions.flatMap(({ roles }, i) =>
      roles
        .filter((role) => !Object.hasOwn(document.roles, role))
        .map((role) => ({ path: `exclusions[${i}]`, message: `unknown role "${String(role)}"` })),
    ),
    ...Object.keys(document.roles).flatMap((role) =>
      broken(['static', 'dynamic'], [role]).map((conflict) => ({
        path: `roles.${role}.inherits`,
        message: describeConflict(conflict),
      })),
    ),
  ]
  if (problems.length > 0) throw new InvalidPolicy(problems)

  return freeze<Duties<S>>({
    conflicts: (roles) => broken(['static'], copyNames(roles)),
    activate(subject, wanted) {
      const [held, roles] = [new SubjectCopy(subject).roles, freeze(copyNames(wanted))]
      const foreign = roles.find((role) => !held.includes(role))
      if (foreign !== undefined)
        throw new RangeError(
          `The subject does not have the role ${String(foreign)}. Activate only roles of the subject.`,
        )
      const conflicts = [...broken(['static'], held), ...broken(['dynamic'], roles)]
      if (conflicts.length > 0) throw new DutyConflict(conflicts)
      return copyWith(subject, 'roles', roles)
    },
  })
}
