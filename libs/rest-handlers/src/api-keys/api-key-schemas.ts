import { type ContentModel } from '@content-service/domain'
import { perModel } from '@content-service/domain/internal/model'
import { Type } from 'typebox'
import { createBody } from '../requests/body.ts'
import {
  idSchema,
  nullableSchema,
  nullableTimestampSchema,
  objectSchema,
  textSchema,
  timestampSchema,
} from '../schemas/schema-terms.ts'

const name = textSchema(100, '1 to 100 characters, no control characters.', {
  minLength: 1,
  examples: ['my script'],
})
const createScopesSchema = ({ policy }: ContentModel) =>
  Type.Array(textSchema(100, 'A permission.', { examples: ['users:read'] }), {
    maxItems: policy.permissions.length,
    description: 'The permissions of the key. You must hold each of them.',
    examples: [['users:read', 'users:write']],
  })

const createMembers = (model: ContentModel) => ({
  id: idSchema('the key'),
  name,
  scopes: createScopesSchema(model),
  expiresAt: nullableTimestampSchema('The time at which the key expires; null if the key does not expire.'),
  createdAt: timestampSchema('The time of creation.'),
  lastUsedAt: nullableTimestampSchema(
    'The time of the last use, updated at most once a minute; null before the first use.',
  ),
})

const key = textSchema(
  53,
  'The secret value, which you send in `X-API-Key`. Store it now: no later response shows it.',
  { pattern: '^csk_[0-9A-Za-z]{49}$' },
)
const givenExpiry = nullableSchema(
  textSchema(64, 'The time at which the key expires: RFC 3339, in the future.', { format: 'date-time' }),
)

const SHOWN = { title: 'ApiKey', description: 'An API key, without its secret value.' }
const CREATED = { title: 'CreatedApiKey', description: 'A new API key, with its secret value.' }
const NEW = {
  title: 'NewApiKey',
  description: 'A key for a program, with its name and permissions.',
  examples: [{ name: 'my script', scopes: ['users:read'] }],
}

/** C7.3: the schemas of API keys; the model knows how many permissions there are. */
export const apiKeySchemas = perModel((model) => {
  const members = createMembers(model)
  const { scopes } = members
  return {
    apiKey: objectSchema(SHOWN, members),
    created: objectSchema(CREATED, { ...members, key }),
    newBody: createBody(NEW, { name, scopes, expiresAt: Type.Optional(givenExpiry) }),
  }
})
