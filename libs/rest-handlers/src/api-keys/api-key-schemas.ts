import { contentPolicy } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType } from '../body.ts'
import { closed, idOf, nullable, nullableTimestamp, textUpTo, timestampOf } from '../schema-terms.ts'

const name = textUpTo(100, '1 to 100 characters, no control characters.', {
  minLength: 1,
  examples: ['my script'],
})
const scopes = Type.Array(textUpTo(100, 'A permission.', { examples: ['articles:read'] }), {
  maxItems: contentPolicy.permissions.length,
  description: 'The permissions of the key. You must hold each of them.',
  examples: [['articles:read', 'users:read']],
})

const shown = {
  id: idOf('the key'),
  name,
  scopes,
  expiresAt: nullableTimestamp('The time at which the key expires; null if the key does not expire.'),
  createdAt: timestampOf('The time of creation.'),
  lastUsedAt: nullableTimestamp(
    'The time of the last use, updated at most once a minute; null before the first use.',
  ),
}

export const apiKeySchema = Type.Object(shown, {
  ...closed,
  title: 'ApiKey',
  description: 'An API key, without its secret value.',
})

export const createdApiKeySchema = Type.Object(
  {
    ...shown,
    key: textUpTo(
      53,
      'The secret value, which you send in `X-API-Key`. Store it now: no later response shows it.',
      { pattern: '^csk_[0-9A-Za-z]{49}$' },
    ),
  },
  { ...closed, title: 'CreatedApiKey', description: 'A new API key, with its secret value.' },
)

/** C7.3. */
export const newApiKeyBody = bodyType(
  Type.Object(
    {
      name,
      scopes,
      expiresAt: Type.Optional(
        nullable(
          textUpTo(64, 'The time at which the key expires: RFC 3339, in the future.', {
            format: 'date-time',
          }),
        ),
      ),
    },
    {
      ...closed,
      title: 'NewApiKey',
      description: 'A key for a program, with its name and permissions.',
      examples: [{ name: 'my script', scopes: ['articles:read'] }],
    },
  ),
)
