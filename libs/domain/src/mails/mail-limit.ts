/**
 * Why a mail is sent. `code`: a code that a stranger can ask for. `wanted-code`: a code that a signed-in person asks for.
 * `notice`: tells the owner of an account what happened to it.
 */
export type MailKind = 'code' | 'wanted-code' | 'notice'

interface MailLimit {
  /** With so many mails of any kind in the last hour, the address gets no more of this kind. */
  readonly most: number
  readonly beyond: 'drop' | 'refuse'
}

/**
 * C12.4: at most 5 mails an hour to one address. Codes leave room for one notice: a stranger who asks for codes cannot
 * keep a notice from the owner.
 */
export const MAIL_LIMITS: Readonly<Record<MailKind, MailLimit>> = {
  code: { most: 4, beyond: 'drop' },
  'wanted-code': { most: 4, beyond: 'refuse' },
  notice: { most: 5, beyond: 'drop' },
}

/** The time over which mails to one address count together. */
export const MAIL_WINDOW_MS = 3_600_000
