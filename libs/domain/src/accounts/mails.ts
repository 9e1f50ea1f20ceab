import type { User } from '../users/user.ts'
import type { Mail } from '../mails/mailer.ts'
import type { TokenPurpose } from './one-time-token.ts'

type Wording = Readonly<{ subject: string; reason: string; lifetime: string; otherwise: string }>

const WORDINGS: Readonly<Record<TokenPurpose, Wording>> = {
  invitation: {
    subject: 'You are invited',
    reason: 'somebody has created an account for you',
    lifetime: '24 hours',
    otherwise: 'If you do not want the account, do nothing: without a password nobody can use it.',
  },
  'password-reset': {
    subject: 'Your new password',
    reason: 'somebody, hopefully you, requested a new password for your account',
    lifetime: 'an hour',
    otherwise: 'If you did not request it, do nothing: your password does not change.',
  },
}

/** The mail that brings somebody the code to set their password with. The code is never part of an address. */
export const codeMail = (
  purpose: TokenPurpose,
  { name, username, email }: Pick<User, 'name' | 'username' | 'email'>,
  { baseUrl, code }: { readonly baseUrl: string; readonly code: string },
): Mail => {
  const { subject, reason, lifetime, otherwise } = WORDINGS[purpose]
  const text = `Hello ${name},

${reason} (${username}) at ${baseUrl}.

Open ${baseUrl}/account/password within ${lifetime}, and enter this code there:

    ${code}

The code works once. ${otherwise}
`
  return { to: email, subject, text }
}
