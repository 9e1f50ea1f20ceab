/**
 * The reason for a mail. `code`: a code that a stranger can ask for. `wanted-code`: a code that a signed-in person asks
 * for. `notice`: tells the owner of an account about an event of the account. `handler`: a mail of a handler, which events
 * of strangers can cause.
 */
export type MailKind = 'code' | 'wanted-code' | 'notice' | 'handler'

interface MailLimit {
  /** If the address got this number of mails of any kind in the last hour, it gets no more mails of this kind. */
  readonly most: number
  readonly beyond: 'drop' | 'refuse'
}

/**
 * C12.4: at most 5 mails an hour to one address. Codes and handlers leave room for one notice: a stranger who asks for codes cannot
 * keep a notice from the owner.
 */
export const MAIL_LIMITS: Readonly<Record<MailKind, MailLimit>> = {
  code: { most: 4, beyond: 'drop' },
  'wanted-code': { most: 4, beyond: 'refuse' },
  notice: { most: 5, beyond: 'drop' },
  // The handler is tried again later, so that the mail is not lost.
  handler: { most: 4, beyond: 'refuse' },
}

/** The time in which the service counts the mails to one address. */
export const MAIL_WINDOW_MS = 3_600_000
