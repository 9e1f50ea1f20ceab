import { USER_ROLES } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType } from '../body.ts'

const closed = { additionalProperties: false }
const password = Type.String({ description: 'at least 15 characters; a few unrelated words are best' })

/** C3.8. */
export const invitationBody = bodyType(
  Type.Object(
    {
      email: Type.String(),
      name: Type.Optional(Type.String()),
      role: Type.Optional(Type.Union(USER_ROLES.map((role) => Type.Literal(role)))),
    },
    closed,
  ),
)

export const passwordResetBody = bodyType(Type.Object({ email: Type.String() }, closed))

export const newPasswordBody = bodyType(Type.Object({ token: Type.String(), password }, closed))

export const passwordChangeBody = bodyType(Type.Object({ current: Type.String(), next: password }, closed))
