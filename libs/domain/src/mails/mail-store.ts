import type { Branded } from '../ids.ts'
import type { Claim } from '../jobs/claim.ts'
import type { MailKind } from './mail-limit.ts'

/** A mail as it is kept until it is sent: nobody reads it there. */
export type SealedMail = Branded<string, 'SealedMail'>
export type MailId = Branded<string, 'MailId'>

/** A mail on its way into the queue. */
export interface NewMail {
  readonly sealed: SealedMail
  /** A keyed hash of the address: mails to one address are counted, and nobody reads the address there. */
  readonly recipient: string
  readonly kind: MailKind
}

export interface ClaimedMail extends Claim<MailId> {
  readonly sealed: SealedMail
  readonly createdAt: Date
}

/**
 * Port: mails on their way. They are enqueued by the write that they tell of (`Stores.withMails`), as far as the limit
 * of mails to one address allows (`admitMail`, C12.4).
 */
export interface MailStore {
  /** Claims a mail that is due. */
  claim(now: Date, until: Date): Promise<ClaimedMail | null>
  /** The mail is due again at that time. */
  retry(mail: ClaimedMail, at: Date): Promise<void>
  /** Nothing of it is kept. */
  remove(id: MailId): Promise<void>
  /**
   * Removes the unsent mails that were enqueued before then, and returns their number. Removes the counts from before
   * then.
   */
  purge(before: Date): Promise<number>
}
