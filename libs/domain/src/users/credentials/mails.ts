import { maskEmail } from '../../visibility/public-profile.ts'
import type { User } from '../user.ts'
import type { Mail } from '../../mails/mailer.ts'
import { describeAccount } from '../../mails/name-in-mail.ts'
import type { TokenPurpose } from './one-time-token.ts'

interface Wording {
  readonly subject: string
  readonly reason: string
  readonly page: string
  readonly lifetime: string
  readonly otherwise: string
}

/** The path of the page on which users enter codes. */
const PASSWORD_PAGE = '/account/password'
const EMAIL_PAGE = '/account/email'

const WORDINGS: Readonly<Record<TokenPurpose, Wording>> = {
  invitation: {
    subject: 'You are invited',
    reason: 'somebody has created an account for you',
    page: PASSWORD_PAGE,
    lifetime: '24 hours',
    otherwise: 'If you do not want the account, do nothing: without a password nobody can use it.',
  },
  'password-reset': {
    subject: 'Your new password',
    reason: 'somebody, hopefully you, requested a new password for your account',
    page: PASSWORD_PAGE,
    lifetime: 'an hour',
    otherwise: 'If you did not request it, do nothing: your password does not change.',
  },
  'email-confirmation': {
    subject: 'Confirm your email address',
    reason: 'somebody, hopefully you, signed up with this address',
    page: EMAIL_PAGE,
    lifetime: '24 hours',
    otherwise:
      'If you did not sign up, do not enter the code. To take over the account, request a new password for this address.',
  },
  'email-change': {
    subject: 'Confirm your new email address',
    reason: 'somebody, hopefully you, wants to use this address for the account',
    page: EMAIL_PAGE,
    lifetime: '24 hours',
    otherwise: 'If it was not you, do nothing: the address of the account does not change.',
  },
}

type Recipient = Pick<User, 'name' | 'username' | 'email'>

/** The mail with a code that sets a password or confirms an address. No link in a mail contains a code. */
export const createCodeMail = (
  purpose: TokenPurpose,
  recipient: Recipient,
  { baseUrl, code }: { readonly baseUrl: string; readonly code: string },
): Mail => {
  const { subject, reason, page, lifetime, otherwise } = WORDINGS[purpose]
  const text = `Hello,

${reason} at ${baseUrl}.

Open ${baseUrl}${page} within ${lifetime}, and enter this code there:

    ${code}

The code works once. ${otherwise}

${describeAccount(recipient)}
`
  return { to: recipient.email, subject, text }
}

/** C12.4: informs the old address about the new address, which the mail masks as for other users. */
export const createEmailChangeMail = (
  recipient: Recipient,
  {
    baseUrl,
    newEmail,
    isPending,
  }: { readonly baseUrl: string; readonly newEmail: string; readonly isPending: boolean },
): Mail => ({
  to: recipient.email,
  subject: isPending ? 'Your email address is about to change' : 'Your email address has changed',
  text: `Hello,

the email address of your account at ${baseUrl} ${isPending ? 'changes' : 'has changed'} to ${maskEmail(newEmail)}${isPending ? ' as soon as somebody confirms it with a code from that mailbox' : ''}.

If you did not want this, ${isPending ? `set a new password at ${baseUrl}/account/password-reset: this stops the change and ends all sessions.` : 'tell an administrator of the service.'}

${describeAccount(recipient)}
`,
})
