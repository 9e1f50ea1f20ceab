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
  description: 'Permissions that the caller holds: what the key may do at most.',
  examples: [['articles:read', 'users:read']],
})

const shown = {
  id: idOf('the key'),
  name,
  scopes,
  expiresAt: nullableTimestamp('Until when it works; null: for ever.'),
  createdAt: timestampOf('When it was made.'),
  lastUsedAt: nullableTimestamp('When it was last used, to the minute.'),
}

export const apiKeySchema = Type.Object(shown, {
  ...closed,
  title: 'ApiKey',
  description: 'What is told of a key: never the key itself.',
})

export const createdApiKeySchema = Type.Object(
  {
    ...shown,
    key: textUpTo(53, 'What goes into `X-API-Key`. Shown this once.', { pattern: '^csk_[0-9A-Za-z]{49}$' }),
  },
  { ...closed, title: 'CreatedApiKey', description: 'A new key, with the key itself.' },
)

/** C7.3. */
export const newApiKeyBody = bodyType(
  Type.Object(
    {
      name,
      scopes,
      expiresAt: Type.Optional(
        nullable(textUpTo(64, 'Until when it works: RFC 3339, in the future.', { format: 'date-time' })),
      ),
    },
    {
      ...closed,
      title: 'NewApiKey',
      description: 'A key for a program: what it is called, and what it may do.',
      examples: [{ name: 'my script', scopes: ['articles:read'] }],
    },
  ),
)
