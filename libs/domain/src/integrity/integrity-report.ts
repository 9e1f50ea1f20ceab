/** The facts that must hold for all records, and the advice for each violation. No request can violate them. */
export const INTEGRITY_CHECKS = {
  'no-ghost': ['The account ghost, which owns the texts of deleted users, is missing', 'restore a backup'],
  'no-administrator': [
    'There is no active administrator',
    'give a user the role ADMIN: content-service users set-role NAME ADMIN',
  ],
  orphans: [
    'Records that refer to missing records',
    'a restore has left out tables: restore all tables of the same backup',
  ],
  'users-alike': [
    'Usernames or email addresses that several accounts share',
    'rename all but one of these users, then reindex: a restore or a new collation has broken the index',
  ],
  'published-without-time': [
    'PUBLISHED articles without a publication time',
    'change them to DRAFT and publish them again',
  ],
  'scheduled-otherwise': ['Articles with a schedule that are not DRAFT or REVIEW', 'cancel their schedules'],
  'likes-miscounted': [
    'Articles with a wrong number of likes',
    'count the likes again: docs/operating.md, Integrity',
  ],
  'users-miscounted': [
    'Users by which the number of all users is wrong',
    'count the users again: docs/operating.md, Integrity',
  ],
  'public-users-wrong': [
    'Users whose profile lists wrongly show or leave out',
    'look at the content of all users again: docs/operating.md, Integrity',
  ],
  'not-searchable': [
    'Records that the search does not find',
    'build the search index again: docs/operating.md, Integrity',
  ],
  'broken-indexes': ['Invalid indexes, which PostgreSQL does not use', 'run REINDEX INDEX for each of them'],
  'not-forgotten': [
    'Deleted people whose traces the service has not removed after a day',
    'check that a worker runs, and read the log entries of erase-traces',
  ],
} as const satisfies Readonly<Record<string, readonly [what: string, remedy: string]>>

export type IntegrityCheck = keyof typeof INTEGRITY_CHECKS

// Object.keys gives the keys of the object above.
export const CHECK_NAMES = Object.keys(INTEGRITY_CHECKS) as readonly IntegrityCheck[]

/** A check that found violations, with the number of inconsistent records. */
export interface IntegrityFinding {
  readonly check: IntegrityCheck
  readonly count: number
}

export interface IntegrityReport {
  readonly checkedAt: Date
  /** Empty if there are no violations. */
  readonly findings: readonly IntegrityFinding[]
}

/** The difference and the advice, for the operator. */
export const describeFinding = ({ check, count }: IntegrityFinding): string => {
  const [what, remedy] = INTEGRITY_CHECKS[check]
  return `${what}: ${count}. What to do: ${remedy}.`
}

/** Port: counts inconsistent rows, and keeps the reports. */
export interface IntegrityStore {
  count(check: IntegrityCheck, now: Date): Promise<number>
  keep(report: IntegrityReport): Promise<void>
  latest(): Promise<IntegrityReport | null>
}
