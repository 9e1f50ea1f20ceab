import type { Branded } from '../ids.ts'

/** A mail as it is kept until it is sent: nobody reads it there. */
export type SealedMail = Branded<string, 'SealedMail'>
export type MailId = Branded<string, 'MailId'>

/** A mail that one process has taken for a while. */
export interface ClaimedMail {
  readonly id: MailId
  readonly sealed: SealedMail
  readonly createdAt: Date
  /** Which attempt this is, from 1. */
  readonly attempts: number
}

/** Port: mails on their way. They are enqueued by the write that they tell of (`Stores.mailing`). */
export interface MailStore {
  /** Takes one that is due; who has not settled it by `until` has died, and another process takes it. */
  claim(now: Date, until: Date): Promise<ClaimedMail | null>
  /** To be tried again then. */
  putOff(id: MailId, at: Date): Promise<void>
  /** Nothing of it is kept. */
  remove(id: MailId): Promise<void>
  /** Removes what was enqueued before then, and has not been sent. Returns how many. */
  purge(before: Date): Promise<number>
}
