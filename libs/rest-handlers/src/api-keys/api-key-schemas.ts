import { Type } from 'typebox'
import { bodyType } from '../body.ts'

/** C7.3. */
export const newApiKeyBody = bodyType(
  Type.Object(
    {
      name: Type.String({ description: '1 to 100 characters' }),
      scopes: Type.Array(Type.String(), { description: 'permissions that the caller holds' }),
      expiresAt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    },
    { additionalProperties: false },
  ),
)
