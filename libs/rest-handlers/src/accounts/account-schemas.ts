import { USER_ROLES } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType } from '../body.ts'
import { closed, textUpTo, wordOf } from '../schema-terms.ts'
import { email, name } from '../users/user-schemas.ts'

/** A password that is given, to prove who asks. */
export const givenPassword = textUpTo(256, 'The current password.', { format: 'password' })
const newPassword = textUpTo(256, 'At least 15 characters; a few unrelated words are best.', {
  minLength: 8,
  format: 'password',
})

/** C3.8. */
export const invitationBody = bodyType(
  Type.Object(
    { email, name: Type.Optional(name), role: Type.Optional(wordOf(USER_ROLES, 'READER unless given.')) },
    {
      ...closed,
      title: 'Invitation',
      description: 'Who is to have an account; the mail has a link to choose a password.',
      examples: [{ email: 'ada@example.org', role: 'AUTHOR' }],
    },
  ),
)

export const passwordResetBody = bodyType(
  Type.Object(
    { email },
    { ...closed, title: 'PasswordResetRequest', description: 'Whose password is to be chosen anew.' },
  ),
)

export const newPasswordBody = bodyType(
  Type.Object(
    { token: textUpTo(1_000, 'What came by mail.'), password: newPassword },
    { ...closed, title: 'NewPassword', description: 'The token of the mail, and the password.' },
  ),
)

export const passwordChangeBody = bodyType(
  Type.Object(
    { current: givenPassword, next: newPassword },
    { ...closed, title: 'PasswordChange', description: 'The current password and the next one.' },
  ),
)
