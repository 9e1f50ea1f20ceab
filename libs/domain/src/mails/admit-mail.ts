import { RateLimited } from '../rules/errors.ts'
import { MAIL_LIMITS, MAIL_WINDOW_MS } from './mail-limit.ts'
import type { NewMail } from './mail-store.ts'

/**
 * Whether one more mail may go to the address, which got mails at the times `sent` during the last hour.
 * @throws RateLimited for a code that a signed-in person waits for.
 */
export const admitMail = ({ kind }: Pick<NewMail, 'kind'>, sent: readonly Date[], now: Date): boolean => {
  const { most, beyond } = MAIL_LIMITS[kind]
  if (sent.length < most) return true
  if (beyond === 'drop') return false
  throw tooManyMails(sent, now)
}

const tooManyMails = (sent: readonly Date[], now: Date): RateLimited => {
  const oldest = Math.min(...sent.map((at) => at.getTime()))
  const seconds = Math.max(1, Math.ceil((oldest + MAIL_WINDOW_MS - now.getTime()) / 1_000))
  return new RateLimited(
    `The service sent too many mails to this email address in the last hour. Try again in ${seconds} seconds.`,
    seconds,
  )
}
