import type { SqlEntityManager } from '@mikro-orm/sql'
import type { CommittedWrite } from '../recording/write-notices.ts'
import type { NewRow } from '../write-groups/insert-statement.ts'
import type { Member } from '../write-groups/write-group.ts'

/** Statements on a session of MikroORM. */
export type Work<Result> = (em: SqlEntityManager) => Promise<Result>

/** What a write has changed, by its result; null for a write of nothing. */
export type WrittenBy<Result> = (result: Result) => CommittedWrite | null

/** Where the statements of a session run, and when its writes are committed. */
export interface Mode {
  /** Whether the writes are one transaction. */
  readonly isTransaction: boolean
  /** The part of the request in a group, whose connection takes the reads; null if no group has a write of the request. */
  readonly member: Promise<Member> | null
  /** Runs statements that are part of no transaction except that of the whole request. */
  run<Result>(work: Work<Result>): Promise<Result>
  /** Reads content, which a replica can have. */
  read<Result>(work: Work<Result>): Promise<Result>
  /** Runs the statements of one write: all of them have an effect, or none has. */
  write<Result>(work: Work<Result>, writtenBy: WrittenBy<Result>): Promise<Result>
  /** Inserts a row together with other requests. False if the caller has to write the row. */
  insert(createRow: () => NewRow): Promise<boolean>
  /** Runs work that stays even if the writes are rolled back. */
  afterwards(work: () => Promise<void>): Promise<void>
}
