import { User } from '@content-service/domain'
import { findType, perModel, type GroupField } from '@content-service/domain/internal/model'
import { PREFERENCES, SETTINGS, type UserUpdate } from '@content-service/domain/internal/users'
import { USER_ROLES } from '@content-service/domain/internal/access'
import { Type } from 'typebox'
import { createPatch, type BodyType } from '../requests/body.ts'
import { fieldSchemas, inputSchemas } from '../schemas/field-schemas.ts'
import {
  closed,
  nullableTimestampSchema,
  objectSchema,
  textSchema,
  timestampSchema,
  userIdText,
  wordSchema,
} from '../schemas/schema-terms.ts'
import { mergeJson } from '../requests/merge-json.ts'
import { currentPassword } from '../users/user-schemas.ts'

const groupSchema = (title: string, { about, members }: GroupField) =>
  objectSchema({ title, description: about }, fieldSchemas(members))

export const profileSchema = groupSchema('Profile', User.fields.profile)
export const settingsSchema = groupSchema('Settings', SETTINGS)
export const preferencesSchema = groupSchema('Preferences', PREFERENCES)

export const permissionsSchema = Type.Array(
  textSchema(200, 'A permission.', { examples: ['users:read', 'audit:read'] }),
  { maxItems: 10_000 },
)

/** The names of the typed interface (C6.1), for callers who may see all fields. */
export const accountSchema = perModel((model) =>
  objectSchema(
    { title: 'Account', description: 'Your own account.' },
    {
      id: userIdText,
      ...fieldSchemas(findType(model, User).shown),
      role: wordSchema(
        USER_ROLES,
        'The highest built-in role among the user’s roles and the roles that those inherit; GUEST if there is none.',
      ),
      profile: profileSchema,
      settings: settingsSchema,
      preferences: preferencesSchema,
      createdAt: timestampSchema('The time at which the account was created.'),
      updatedAt: nullableTimestampSchema('The time of the last change; null until then.'),
    },
  ),
)

const profileChange = Type.Partial(Type.Object(fieldSchemas(User.fields.profile.members)), {
  ...closed,
  description: 'Properties that you leave out keep their values; null clears a property.',
})

/** The account without settings and preferences, which have separate addresses. */
export const accountBody = perModel(
  (model) =>
    // The schemas are those of the inputs.
    createPatch(
      {
        title: 'AccountPatch',
        description: 'Members that you leave out keep their values.',
        examples: [{ profile: { location: 'Lisbon' } }],
      },
      { ...inputSchemas(findType(model, User).inputs), currentPassword, profile: profileChange },
      mergeJson(findType(model, User).inputs),
    ) as BodyType<UserUpdate>,
)

/** C3.8. */
const createPartBody = (title: string, { members }: GroupField, example: object) =>
  createPatch(
    { title, description: 'Members that you leave out keep their values.', examples: [example] },
    fieldSchemas(members),
  )

export const settingsBody = createPartBody('SettingsPatch', SETTINGS, { theme: 'DARK' })
export const preferencesBody = createPartBody('PreferencesPatch', PREFERENCES, { newsletter: true })
