import { InvalidPolicy } from './errors.ts'
import { lineageOf } from './hierarchy.ts'
import type { PolicyData } from './policy.ts'
import type { Subject } from './subject.ts'

/** Roles that one person must not have together. */
export interface Exclusion {
  readonly name: string
  readonly roles: readonly string[]
  /** How many of them one may have; 1 unless given. */
  readonly atMost?: number
  /** `static`: never have them. `dynamic`: have them, but not use them at the same time, in one session. */
  readonly kind: 'static' | 'dynamic'
}

export interface Conflict {
  readonly exclusion: string
  /** The excluded roles that come together, by assignment or by inheritance. */
  readonly roles: readonly string[]
}

/** The roles a subject wants break a separation of duty. */
export class DutyConflict extends Error {
  readonly code = 'DUTY_CONFLICT'
  readonly conflicts: readonly Conflict[]

  constructor(conflicts: readonly Conflict[]) {
    super(
      conflicts.map(({ exclusion, roles }) => `${exclusion}: not ${roles.join(' and ')} together`).join('; '),
    )
    this.name = 'DutyConflict'
    this.conflicts = conflicts
  }
}

export interface Duties<S extends Subject> {
  /** The static exclusions that these roles break. Ask before roles are assigned. */
  conflicts(roles: readonly string[]): readonly Conflict[]
  /**
   * The subject with only these of its roles in use, for a session.
   * @throws {DutyConflict} if they break an exclusion of either kind, or all its roles a static one.
   * @throws {RangeError} if the subject does not have one of the roles.
   */
  activate(subject: S, roles: readonly string[]): S
}

/**
 * Separation of duty for the subjects of a policy.
 * @throws {InvalidPolicy} if an exclusion names an unknown role, or a single role has excluded ones by inheritance.
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
      broken(['static', 'dynamic'], [role]).map(({ exclusion, roles }) => ({
        path: `roles.${role}.inherits`,
        message: `${exclusion}: not ${roles.join(' and ')} together`,
      })),
    ),
  ]
  if (problems.length > 0) throw new InvalidPolicy(problems)

  return {
    conflicts: (roles) => broken(['static'], roles),
    activate(subject, roles) {
      const foreign = roles.find((role) => !subject.roles.includes(role))
      if (foreign !== undefined) throw new RangeError(`The subject does not have the role ${foreign}.`)
      const conflicts = [...broken(['static'], subject.roles), ...broken(['dynamic'], roles)]
      if (conflicts.length > 0) throw new DutyConflict(conflicts)
      return Object.create(Object.getPrototypeOf(subject), {
        ...Object.getOwnPropertyDescriptors(subject),
        roles: { value: [...roles], enumerable: true },
      })
    },
  }
}
