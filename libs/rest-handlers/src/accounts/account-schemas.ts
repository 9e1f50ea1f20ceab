import { USER_ROLES } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyOf } from '../body.ts'
import { textUpTo, wordOf } from '../schema-terms.ts'
import { email, name } from '../users/user-schemas.ts'

/** A password that is given, to prove who asks. */
export const givenPassword = textUpTo(256, 'The current password.', { format: 'password' })
const newPassword = textUpTo(256, 'At least 15 characters. Use a few unrelated words.', {
  minLength: 8,
  format: 'password',
})

/** C3.8. */
export const invitationBody = bodyOf(
  {
    title: 'Invitation',
    description: 'The person to invite. The service mails them a link to set a password.',
    examples: [{ email: 'ada@example.org', role: 'AUTHOR' }],
  },
  {
    email,
    name: Type.Optional(name),
    role: Type.Optional(wordOf(USER_ROLES, 'The role of the new account. The default is READER.')),
  },
)

export const passwordResetBody = bodyOf(
  {
    title: 'PasswordResetRequest',
    description: 'The email address of the account that needs a new password.',
  },
  { email },
)

export const newPasswordBody = bodyOf(
  { title: 'NewPassword', description: 'The token in the mail, and the new password.' },
  { token: textUpTo(1_000, 'The token in the mail.'), password: newPassword },
)

export const passwordChangeBody = bodyOf(
  { title: 'PasswordChange', description: 'The current password and the new password.' },
  { current: givenPassword, next: newPassword },
)

/** C12.4. */
export const emailConfirmationBody = bodyOf(
  { title: 'EmailConfirmation', description: 'The code in the mail.' },
  { token: textUpTo(1_000, 'The code in the mail.') },
)
