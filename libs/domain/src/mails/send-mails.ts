import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'
import type { Stores } from '../context/context.ts'
import type { Job } from '../work/job.ts'
import { startPollLoop, type PollLoop } from '../work/poll-loop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../rules/time.ts'
import type { MailEncryption, Mailer } from './mailer.ts'
import type { ClaimedMail } from './mail-store.ts'

/** The interval of the poll, which finds mails whose next attempt is due, and mails of other processes. */
const POLL_MS = 5 * SECOND_MS
/** Longer than any attempt: the mailer gives each of its steps 10 s. */
const CLAIM_MS = MINUTE_MS
/** The waits after the first attempts; the last wait repeats. */
const WAITS_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS]
/** A mail is given up after a day: no code in a mail is valid for longer. */
const GIVE_UP_MS = DAY_MS

/** The time of the next attempt to send a mail; null if the service gives up. */
export const computeNextAttempt = ({ createdAt, attempts }: ClaimedMail, now: Date): Date | null => {
  const wait = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? HOUR_MS
  const at = new Date(now.getTime() + wait)
  return at.getTime() - createdAt.getTime() < GIVE_UP_MS ? at : null
}

/** Writes a line to the log for mails that no process has tried to send, because no process has a mail server. */
export const purgeMails: Job = {
  name: 'purge-mails',
  everyMs: HOUR_MS,
  run: async ({ mails }, now) => {
    const given = await mails.purge(new Date(now.getTime() - GIVE_UP_MS - HOUR_MS))
    if (given > 0) throw new Error(`The service gave up sending ${given} mails after a day: set SMTP_URL.`)
  },
}

export interface DueMailHost {
  readonly stores: (auditContext: AuditContext) => Stores
  readonly mailer: Mailer
  readonly mailEncryption: MailEncryption
  readonly now: () => Date
  /** Receives the errors; the service tries to send a mail again for a day. */
  readonly report: (error: unknown) => void
}

export interface MailHost extends DueMailHost {
  /** Calls the function after each write, which may have enqueued a mail. */
  readonly afterWrites: (wake: () => void) => void
}

const sendOne = async (host: DueMailHost, { mails }: Stores, claimed: ClaimedMail): Promise<void> => {
  try {
    await host.mailer.send(host.mailEncryption.open(claimed.sealed))
  } catch (error) {
    const again = computeNextAttempt(claimed, host.now())
    host.report(
      again ? error : new Error('The service gave up sending a mail after a day.', { cause: error }),
    )
    return again ? mails.retry(claimed, again) : mails.remove(claimed.id)
  }
  await mails.remove(claimed.id)
}

/** Sends one due mail. Returns whether there was one. */
export const sendDueMail = async (host: DueMailHost): Promise<boolean> => {
  const now = host.now()
  const stores = host.stores(createServiceAuditContext('send-mails', now))
  const claimed = await stores.mails.claim(now, new Date(now.getTime() + CLAIM_MS))
  if (claimed) await sendOne(host, stores, claimed)
  return claimed !== null
}

/**
 * Sends mails until it is stopped, each mail at least once. Any number of processes may run this; a process without a
 * mail server sends nothing.
 */
export const runMails = (host: MailHost): Pick<PollLoop, 'stop'> => {
  if (!host.mailer.isReady) return { stop: async () => undefined }
  const loop = startPollLoop(() => sendDueMail(host), { idleMs: POLL_MS, report: host.report })
  host.afterWrites(loop.wake)
  return loop
}
