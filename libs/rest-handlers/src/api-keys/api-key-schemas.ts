import { perModel } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyType } from '../body.ts'
import { closed, idOf, nullable, nullableTimestamp, textUpTo, timestampOf } from '../schema-terms.ts'

const name = textUpTo(100, '1 to 100 characters, no control characters.', {
  minLength: 1,
  examples: ['my script'],
})
const scopesOf = (most: number) =>
  Type.Array(textUpTo(100, 'A permission.', { examples: ['articles:read'] }), {
    maxItems: most,
    description: 'The permissions of the key. You must hold each of them.',
    examples: [['articles:read', 'users:read']],
  })

const shownMembers = (scopes: ReturnType<typeof scopesOf>) => ({
  id: idOf('the key'),
  name,
  scopes,
  expiresAt: nullableTimestamp('The time at which the key expires; null if the key does not expire.'),
  createdAt: timestampOf('The time of creation.'),
  lastUsedAt: nullableTimestamp(
    'The time of the last use, updated at most once a minute; null before the first use.',
  ),
})

const apiKeySchema = (shown: ReturnType<typeof shownMembers>) =>
  Type.Object(shown, {
    ...closed,
    title: 'ApiKey',
    description: 'An API key, without its secret value.',
  })

const createdApiKeySchema = (shown: ReturnType<typeof shownMembers>) =>
  Type.Object(
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
const newApiKeyBody = (scopes: ReturnType<typeof scopesOf>) =>
  bodyType(
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

/** The schemas of API keys; the model knows how many permissions there are. */
export const apiKeySchemas = perModel(({ policy }) => {
  const scopes = scopesOf(policy.permissions.length)
  const shown = shownMembers(scopes)
  return {
    apiKey: apiKeySchema(shown),
    created: createdApiKeySchema(shown),
    newBody: newApiKeyBody(scopes),
  }
})
