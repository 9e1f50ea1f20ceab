import { Type } from 'typebox'
import { bodyType } from '../body.ts'

const closed = { additionalProperties: false }
const password = Type.String({ description: 'the current password' })
const code = Type.String({ description: 'six digits of the app, or a recovery code' })

export const enablingBody = bodyType(Type.Object({ password }, closed))
export const confirmationBody = bodyType(
  Type.Object({ code: Type.String({ description: 'six digits of the app' }) }, closed),
)
export const proofBody = bodyType(Type.Object({ password, code }, closed))
