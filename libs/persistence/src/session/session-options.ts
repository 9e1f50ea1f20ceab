import type { ContentModel } from '@content-service/domain'
import type { NewMail } from '@content-service/domain/internal/mails'
import type { ResponseBudget } from '@content-service/domain/internal/reading'
import type { SqlEntityManager } from '@mikro-orm/sql'
import type { Mode } from './mode.ts'

/** The part of an AbortSignal that stores use. */
export type Signal = Pick<AbortSignal, 'throwIfAborted'>

/** Decides whether a replica may answer the content reads of a caller. */
export interface ContentReads {
  /** A session on a replica that has all writes of the caller; null if there is no such replica. */
  replica(): Promise<SqlEntityManager | null>
  /** Called after each write of the caller. */
  wrote(): Promise<void>
}

export interface SessionOptions {
  /** After its abort, the session writes nothing more: running transactions are rolled back. */
  readonly signal?: Signal | undefined
  /** Absent if all reads go to the primary database. */
  readonly contentReads?: ContentReads | undefined
  /** The longest time of one statement of a search. */
  readonly searchTimeoutMs?: number
  /** What no index serves: the reads have the time of a search (C13.6). */
  readonly unserved?: string | null
  /** The bytes that the request may load for its response. */
  readonly responseBudget?: ResponseBudget
  /** The mails that the next write enqueues. */
  readonly mails?: readonly NewMail[]
  /** The content of the service; the built-in model by default. */
  readonly model?: ContentModel
  /** The transaction of the request; absent if each write is a transaction. */
  readonly mode?: Mode | undefined
}
