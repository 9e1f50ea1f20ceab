import { groupThousands } from '../model/group-thousands.ts'

/**
 * The facts that must hold for all records, and the advice for each violation. No request can violate them. The first text
 * is the sentence about `#` records.
 */
export const INTEGRITY_CHECKS = {
  'no-ghost': ['The account ghost, which owns the texts of deleted users, is missing', 'Restore a backup'],
  'no-administrator': [
    'There is no active administrator',
    'Give a user the role ADMIN: npx content-service users set-role NAME ADMIN',
  ],
  orphans: [
    '# records refer to records that are missing',
    'Restore all tables of one backup: the last restore left out some of them',
  ],
  'users-alike': [
    '# usernames or email addresses belong to several accounts',
    'Rename all but one of these users, then run REINDEX: a restore or a new collation has broken the index',
  ],
  'published-without-time': [
    '# published articles have no time of publication',
    'Change them to DRAFT, and publish them again',
  ],
  'scheduled-otherwise': [
    '# records have a schedule, and are in a state in which no schedule publishes them',
    'Cancel their schedules',
  ],
  'likes-miscounted': [
    '# records show a wrong number of likes',
    'Count the likes again: docs/faults-and-alarms.md, Integrity',
  ],
  'users-miscounted': [
    'The number of all users is wrong by #',
    'Count the users again: docs/faults-and-alarms.md, Integrity',
  ],
  'public-users-wrong': [
    '# users are shown in lists, or left out of them, against the rules',
    'Look at the content of all users again: docs/faults-and-alarms.md, Integrity',
  ],
  'not-searchable': [
    '# records cannot be found by a search',
    'Build the search index again: docs/faults-and-alarms.md, Integrity',
  ],
  'broken-indexes': ['PostgreSQL does not use # invalid indexes', 'Run REINDEX INDEX for each of them'],
  'not-forgotten': [
    '# deleted people still have traces in the database after a day',
    'Check that a worker runs, and read the log entries of erase-traces',
  ],
} as const satisfies Readonly<Record<string, readonly [sentence: string, remedy: string]>>

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

/** The name of the check, the violation and the advice, for the operator. */
export const describeFinding = ({ check, count }: IntegrityFinding): string => {
  const [sentence, remedy] = INTEGRITY_CHECKS[check]
  return `${check}: ${sentence.replace('#', groupThousands(count))}. ${remedy}.`
}

/** Port: counts inconsistent rows, and keeps the reports. */
export interface IntegrityStore {
  count(check: IntegrityCheck, now: Date): Promise<number>
  keep(report: IntegrityReport): Promise<void>
  latest(): Promise<IntegrityReport | null>
}
