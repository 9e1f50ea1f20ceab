import { InvalidPolicy } from './errors.ts'
import { lineageOf } from './hierarchy.ts'
import type { PolicyData } from './policy.ts'
import type { Subject } from './subject.ts'

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

/**
 * Separation of duty for the subjects of a policy.
 * @throws {InvalidPolicy} if an exclusion names an unknown role, or if one role inherits roles that exclude each other.
 */
export function separateDuties<S extends Subject>(
  { document }: PolicyData,
  exclusions: readonly Exclusion[],
): Duties<S> {
  const broken = (kinds: readonly Exclusion['kind'][], roles: readonly string[]): Conflict[] => {
    const held = new Set(roles.flatMap((role) => lineageOf(document, role)))
    return exclusions
      .filter(({ kind }) => kinds.includes(kind))
      .map((exclusion) => ({ exclusion, roles: exclusion.roles.filter((role) => held.has(role)) }))
      .filter((found) => found.roles.length > (found.exclusion.atMost ?? 1))
      .map((found) => ({ exclusion: found.exclusion.name, roles: found.roles }))
  }
  const problems = [
    ...exclusions.flatMap(({ roles }, i) =>
      roles
        .filter((role) => !Object.hasOwn(document.roles, role))
        .map((role) => ({ path: `exclusions[${i}]`, message: `unknown role "${role}"` })),
    ),
    ...Object.keys(document.roles).flatMap((role) =>
      broken(['static', 'dynamic'], [role]).map((conflict) => ({
        path: `roles.${role}.inherits`,
        message: describeConflict(conflict),
      })),
    ),
  ]
  if (problems.length > 0) throw new InvalidPolicy(problems)

  return {
    conflicts: (roles) => broken(['static'], roles),
    activate(subject, roles) {
      const foreign = roles.find((role) => !subject.roles.includes(role))
      if (foreign !== undefined)
        throw new RangeError(
          `The subject does not have the role ${foreign}. Activate only roles of the subject.`,
        )
      const conflicts = [...broken(['static'], subject.roles), ...broken(['dynamic'], roles)]
      if (conflicts.length > 0) throw new DutyConflict(conflicts)
      return Object.create(Object.getPrototypeOf(subject), {
        ...Object.getOwnPropertyDescriptors(subject),
        roles: { value: [...roles], enumerable: true },
      })
    },
  }
}
