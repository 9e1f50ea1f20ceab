/** Names come first, and tables and columns before foreign keys, which can refer to other tables. */
const STAGES = ['rename', 'column', 'primary key', 'foreign key', 'index', 'trigger', 'row'] as const

/** A statement of a migration. */
export interface Change {
  readonly stage: (typeof STAGES)[number]
  readonly statement: string
  /** The statement changes nothing, and fails if a following one would lose a part of a value. */
  readonly guardsLoss?: true
}

/** A difference between a declaration and the database, with the changes that remove it. */
export interface TableDifference {
  readonly message: string
  /** Whether the service refuses to start: statements would fail, or the tables could store wrong records. */
  readonly preventsStart: boolean
  /** C15.17: a later version can have made the difference. While its processes run, a process of this version only warns. */
  readonly canBeOfLater?: boolean | undefined
  readonly changes: readonly Change[]
  /** C17.10: processes of the version before cannot run on the changed names. */
  readonly isRename?: true
  /** No statement removes the difference: the declaration is wrong. */
  readonly isRefused?: true
}

/** C16.1: the differences for a person who accepts that values lose digits. */
export const acceptLoss = (differences: readonly TableDifference[]): readonly TableDifference[] =>
  differences.map((each) => ({ ...each, changes: each.changes.filter(({ guardsLoss }) => !guardsLoss) }))

/** The statements that remove the differences, in an order in which they can run. */
export const listStatements = (differences: readonly TableDifference[]): readonly string[] => {
  const changes = differences.flatMap((difference) => difference.changes)
  return STAGES.flatMap((stage) =>
    changes.flatMap((change) => (change.stage === stage ? [change.statement] : [])),
  )
}
