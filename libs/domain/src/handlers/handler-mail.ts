import type { Stores } from '../context/context.ts'
import type { MailEncryption } from '../mails/mailer.ts'
import type { HandlerMail } from '../model/handlers/handler.ts'
import { accept } from '../rules/accept.ts'
import { email } from '../rules/addresses.ts'
import { badUserInput, ContentError, InvalidValue } from '../rules/errors.ts'
import { isObject } from '../rules/is-object.ts'
import { createLineRule, createTextRule } from '../rules/text.ts'
import type { ClaimedRun } from './handler-store.ts'

/** An event that anybody can cause sends at most this number of mails. */
const MOST_MAILS = 100

const requireText =
  (rule: (text: string) => string) =>
  (value: unknown): string => {
    if (typeof value !== 'string') throw new InvalidValue('must be a text')
    return rule(value)
  }

const RULES = {
  to: requireText(email),
  subject: requireText(createLineRule(200)),
  text: requireText(createTextRule(1, 100_000)),
}

/** @throws BAD_USER_INPUT with all problems of the mail. */
const checkMail = (given: unknown): HandlerMail => {
  if (!isObject(given)) throw badUserInput([{ path: [], message: 'must be { to, subject, text }' }])
  const { to, subject, text } = given
  return accept(RULES, { to, subject, text })
}

export interface MailParts {
  readonly stores: Pick<Stores, 'handlers'>
  readonly mailEncryption: Pick<MailEncryption, 'seal'>
  readonly keyedHash: (...parts: readonly string[]) => string
  readonly now: () => Date
}

const REFUSALS = {
  'too many': `A run sends at most ${MOST_MAILS} mails. Send one mail to a list of the mail server in their place.`,
  ended: 'The run has ended: another worker has begun it again.',
} as const

/**
 * Enqueues a mail of a run, within the limit of its address (C12.4). A later attempt does not send it again.
 * @throws BAD_USER_INPUT, RATE_LIMITED, UNAVAILABLE.
 */
export const sendHandlerMail = async (
  { stores, mailEncryption, keyedHash, now }: MailParts,
  claimed: ClaimedRun,
  given: unknown,
): Promise<void> => {
  const { to, subject, text } = checkMail(given)
  const key = keyedHash('mail of a handler', to, subject, text)
  const mail = mailEncryption.seal({ to, subject, text }, 'handler')
  const result = await stores.handlers.sendMail(claimed, mail, { key, most: MOST_MAILS, now: now() })
  if (result === 'too many' || result === 'ended') throw new ContentError('UNAVAILABLE', REFUSALS[result])
}
