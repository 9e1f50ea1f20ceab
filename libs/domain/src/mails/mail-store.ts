import type { Branded } from '../rules/ids.ts'
import type { Claim } from '../work/claim.ts'
import type { MailKind } from './mail-limit.ts'

/** An encrypted mail in the queue: its text cannot be read from the database. */
export type SealedMail = Branded<string, 'SealedMail'>
export type MailId = Branded<string, 'MailId'>

/** A mail for the queue. */
export interface NewMail {
  readonly sealed: SealedMail
  /** A keyed hash of the address: it allows counting the mails to one address and does not reveal the address. */
  readonly recipient: string
  readonly kind: MailKind
}

export interface ClaimedMail extends Claim<MailId> {
  readonly sealed: SealedMail
  readonly createdAt: Date
}

/** The mails that wait to be sent. */
export interface MailBacklog {
  readonly waiting: number
  /** When the oldest of them was written; null without mails. */
  readonly oldestAt: Date | null
}

/**
 * Port: the queue of mails. The write that causes a mail enqueues it (`Stores.withMails`), within the limit of mails to
 * one address (`admitMail`, C12.4).
 */
export interface MailStore {
  /** Claims a due mail. */
  claim(now: Date, until: Date): Promise<ClaimedMail | null>
  /** Makes the mail due again at that time. */
  retry(mail: ClaimedMail, at: Date): Promise<void>
  /** Removes the mail completely. */
  remove(id: MailId): Promise<void>
  backlog(): Promise<MailBacklog>
  /**
   * Removes the unsent mails that were enqueued before `before`, and returns their number. Removes the counts of that
   * time, too.
   */
  purge(before: Date): Promise<number>
}
