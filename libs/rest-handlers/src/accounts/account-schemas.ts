import { USER_ROLES } from '@content-service/domain/internal/access'
import { Type } from 'typebox'
import { createBody } from '../requests/body.ts'
import { textSchema, wordSchema } from '../schemas/schema-terms.ts'
import { email, name } from '../users/user-schemas.ts'

/** A password in a request, which proves the caller. */
export const givenPassword = textSchema(256, 'The current password.', { format: 'password' })
const newPassword = textSchema(256, 'At least 15 characters. Use a few unrelated words.', {
  minLength: 8,
  format: 'password',
})

/** C3.8. */
export const invitationBody = createBody(
  {
    title: 'Invitation',
    description: 'The person to invite. The service mails them a link to set a password.',
    examples: [{ email: 'ada@example.org', role: 'AUTHOR' }],
  },
  {
    email,
    name: Type.Optional(name),
    role: Type.Optional(wordSchema(USER_ROLES, 'The role of the new account. The default is READER.')),
  },
)

export const passwordResetBody = createBody(
  {
    title: 'PasswordResetRequest',
    description: 'The email address of the account that needs a new password.',
  },
  { email },
)

export const newPasswordBody = createBody(
  { title: 'NewPassword', description: 'The token in the mail, and the new password.' },
  { token: textSchema(1_000, 'The token in the mail.'), password: newPassword },
)

export const passwordChangeBody = createBody(
  { title: 'PasswordChange', description: 'The current password and the new password.' },
  { current: givenPassword, next: newPassword },
)

/** C12.4. */
export const emailConfirmationBody = createBody(
  { title: 'EmailConfirmation', description: 'The code in the mail.' },
  { token: textSchema(1_000, 'The code in the mail.') },
)
