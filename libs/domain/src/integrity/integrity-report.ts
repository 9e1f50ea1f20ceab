/** What has to be true of the records together, and what to do where it is not. None of it can come from a request. */
export const INTEGRITY_CHECKS = {
  'no-ghost': ['The account that owns what deleted people wrote is missing', 'restore a backup'],
  'no-administrator': [
    'Active administrators are missing',
    'make somebody one: content-service users set-role NAME ADMIN',
  ],
  orphans: [
    'Records that belong to nothing which is there',
    'a restore has left something out: restore all tables of one backup',
  ],
  'users-alike': [
    'Usernames or email addresses that several accounts share',
    'rename all but one of them, then reindex: a restore or a new collation has broken the index',
  ],
  'published-without-time': [
    'PUBLISHED articles without the time of their publication',
    'publish them anew, from DRAFT',
  ],
  'scheduled-otherwise': [
    'Articles that are to be published by schedule, and are not DRAFT or in REVIEW',
    'unschedule them',
  ],
  'likes-miscounted': [
    'Articles whose number of likes is not that of their likes',
    'count anew: docs/operating.md, Integrity',
  ],
  'not-searchable': [
    'Users, articles, comments and products that search does not find',
    'index anew: docs/operating.md, Integrity',
  ],
  'broken-indexes': ['Indexes that PostgreSQL does not use, being invalid', 'REINDEX INDEX, by their names'],
  'not-forgotten': [
    'People who were to be forgotten more than a day ago',
    'see that a worker runs, and what its log says of erase-traces',
  ],
} as const satisfies Readonly<Record<string, readonly [what: string, remedy: string]>>

export type IntegrityCheck = keyof typeof INTEGRITY_CHECKS

// Object.keys gives the keys of what is written above.
export const CHECK_NAMES = Object.keys(INTEGRITY_CHECKS) as readonly IntegrityCheck[]

/** A check that did not find everything in order, and of how many records it is not true. */
export interface IntegrityFinding {
  readonly check: IntegrityCheck
  readonly count: number
}

export interface IntegrityReport {
  readonly checkedAt: Date
  /** None when all is in order. */
  readonly findings: readonly IntegrityFinding[]
}

/** What differs, and what to do, for the operator. */
export const sentenceOf = ({ check, count }: IntegrityFinding): string => {
  const [what, remedy] = INTEGRITY_CHECKS[check]
  return `${what}: ${count}. What to do: ${remedy}.`
}

/** Port: counts what is not as it has to be, and keeps what was found. */
export interface IntegrityStore {
  count(check: IntegrityCheck, now: Date): Promise<number>
  keep(report: IntegrityReport): Promise<void>
  latest(): Promise<IntegrityReport | null>
}
