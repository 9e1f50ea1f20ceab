import { THEMES } from '@content-service/domain'
import { Type } from 'typebox'
import { patchType } from '../body.ts'

const closed = { additionalProperties: false }
const clearable = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const choice = Type.Optional(Type.Boolean())

/** Settings and preferences have addresses of their own. */
export const accountBody = patchType(
  Type.Object(
    {
      username: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      age: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 150 }), Type.Null()])),
      profile: Type.Optional(
        Type.Object({ bio: clearable, avatar: clearable, website: clearable, location: clearable }, closed),
      ),
    },
    closed,
  ),
)

/** C3.8. */
export const settingsBody = patchType(
  Type.Object(
    {
      locale: Type.Optional(Type.String({ description: 'a language tag such as en-GB' })),
      timezone: Type.Optional(Type.String({ description: 'a time zone such as Europe/Berlin' })),
      theme: Type.Optional(Type.Enum([...THEMES])),
    },
    closed,
  ),
)

export const preferencesBody = patchType(
  Type.Object({ newsletter: choice, commentNotifications: choice, followNotifications: choice }, closed),
)
