import { perModel, type ContentModel } from '@content-service/domain'
import { Type } from 'typebox'
import { bodyOf } from '../body.ts'
import { idOf, nullable, nullableTimestamp, objectOf, textUpTo, timestampOf } from '../schema-terms.ts'

const name = textUpTo(100, '1 to 100 characters, no control characters.', {
  minLength: 1,
  examples: ['my script'],
})
const scopesOf = ({ policy }: ContentModel) =>
  Type.Array(textUpTo(100, 'A permission.', { examples: ['articles:read'] }), {
    maxItems: policy.permissions.length,
    description: 'The permissions of the key. You must hold each of them.',
    examples: [['articles:read', 'users:read']],
  })

const membersOf = (model: ContentModel) => ({
  id: idOf('the key'),
  name,
  scopes: scopesOf(model),
  expiresAt: nullableTimestamp('The time at which the key expires; null if the key does not expire.'),
  createdAt: timestampOf('The time of creation.'),
  lastUsedAt: nullableTimestamp(
    'The time of the last use, updated at most once a minute; null before the first use.',
  ),
})

const key = textUpTo(
  53,
  'The secret value, which you send in `X-API-Key`. Store it now: no later response shows it.',
  { pattern: '^csk_[0-9A-Za-z]{49}$' },
)
const givenExpiry = nullable(
  textUpTo(64, 'The time at which the key expires: RFC 3339, in the future.', { format: 'date-time' }),
)

const SHOWN = { title: 'ApiKey', description: 'An API key, without its secret value.' }
const CREATED = { title: 'CreatedApiKey', description: 'A new API key, with its secret value.' }
const NEW = {
  title: 'NewApiKey',
  description: 'A key for a program, with its name and permissions.',
  examples: [{ name: 'my script', scopes: ['articles:read'] }],
}

/** C7.3: the schemas of API keys; the model knows how many permissions there are. */
export const apiKeySchemas = perModel((model) => {
  const members = membersOf(model)
  const { scopes } = members
  return {
    apiKey: objectOf(SHOWN, members),
    created: objectOf(CREATED, { ...members, key }),
    newBody: bodyOf(NEW, { name, scopes, expiresAt: Type.Optional(givenExpiry) }),
  }
})
