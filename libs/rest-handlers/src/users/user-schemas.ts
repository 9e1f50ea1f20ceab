import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'

const name = Type.String({ description: '1 to 200 characters, no control characters' })
const email = Type.String({ description: 'unique without regard to case' })
const age = Type.Union([Type.Integer({ minimum: 0, maximum: 150 }), Type.Null()])
const closed = { additionalProperties: false }

/** C6.4: a name is derived when absent; the id is the service's to give. */
export const newUserBody = bodyType(
  Type.Object({ name: Type.Optional(name), email, age: Type.Optional(age) }, closed),
)

/** C6.5: the whole user; a missing age clears it. */
export const replacedUserBody = bodyType(
  Type.Object({ id: Type.Optional(Type.Integer()), name, email, age: Type.Optional(age) }, closed),
)

/** C6.4: `age: null` clears; `deleted` is set only here. */
export const patchedUserBody = patchType(
  Type.Object(
    {
      name: Type.Optional(name),
      email: Type.Optional(email),
      age: Type.Optional(age),
      deleted: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
