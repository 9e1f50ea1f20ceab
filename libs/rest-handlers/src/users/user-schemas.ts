import { MAX_USER_ID } from '@content-service/domain/internal/rules'
import { USER_STATUSES } from '@content-service/domain/internal/users'
import { Type } from 'typebox'
import { createBody, createPatch } from '../requests/body.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { pageParameters } from '../requests/paging.ts'
import { userFields } from '../schemas/people-schemas.ts'
import { shownActions } from '../schemas/actions-schema.ts'
import { integerSchema, objectSchema, textSchema, wordSchema } from '../schemas/schema-terms.ts'

export const userNumber = integerSchema(1, MAX_USER_ID, 'The service assigns the id.')
export const { name, email, age } = userFields
const { username } = userFields

/** C12.4: proves that the caller is the owner of the account whose address changes. */
export const currentPassword = textSchema(
  256,
  'Your current password. You need it to change your own email address, unless you signed in less than 10 minutes ago.',
  { format: 'password', writeOnly: true },
)

/** C6.1: exactly these members. */
export const userSchema = objectSchema(
  {
    title: 'User',
    description: 'A user.',
    examples: [{ id: 7, name: 'Ada Lovelace', email: 'ada@example.org', age: 36 }],
  },
  {
    id: userNumber,
    name,
    email,
    age,
    deleted: Type.Optional(Type.Literal(true, { description: 'Present only on deleted users.' })),
    ...shownActions,
  },
)

/** C6.4: an absent username or name is derived; the service assigns the id. */
export const newUserBody = createBody(
  {
    title: 'NewUser',
    description: 'Without a username or a name, the service derives them from the email address.',
    examples: [{ name: 'Ada Lovelace', email: 'ada@example.org', age: 36 }],
  },
  { username: Type.Optional(username), name: Type.Optional(name), email, age: Type.Optional(age) },
)

/** C6.5: the complete user; a missing age clears the age. */
export const replacedUserBody = createBody(
  {
    title: 'ReplacedUser',
    description: 'The whole user. An `id` must equal the id in the path. A missing `age` clears the age.',
    examples: [{ name: 'Ada King', email: 'ada@example.org', age: 37 }],
  },
  {
    id: Type.Optional(userNumber),
    name,
    email,
    age: Type.Optional(age),
    currentPassword: Type.Optional(currentPassword),
  },
)

/** C6.4: `age: null` clears the age; only PATCH sets `deleted`. */
export const patchedUserBody = createPatch(
  {
    title: 'UserPatch',
    description: 'Members that you leave out keep their values; `age: null` clears the age.',
    examples: [{ age: 37 }],
  },
  {
    name,
    email,
    age,
    currentPassword,
    deleted: Type.Boolean({ description: 'True hides the user, false restores the user.' }),
  },
)

/** C6.3. */
export const userListParameters = {
  ...pageParameters,
  status: { schema: wordSchema(USER_STATUSES, 'Only users with this status.') },
  deleted: {
    schema: wordSchema(['true', 'false'], 'True: only deleted users. Needs `users:read` on all users.'),
  },
} as const satisfies QueryParameters
