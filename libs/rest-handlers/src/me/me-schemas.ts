import { THEMES, USER_ROLES, USER_STATUSES } from '@content-service/domain'
import { Type } from 'typebox'
import { createPatch } from '../body.ts'
import { username } from '../people-schemas.ts'
import {
  nullableSchema,
  nullableTimestampSchema,
  objectSchema,
  textSchema,
  timestampSchema,
  userIdText,
  wordSchema,
} from '../schema-terms.ts'
import { age, currentPassword, email, name } from '../users/user-schemas.ts'

const bio = nullableSchema(textSchema(2_000, 'A short text about the user.'))
const location = nullableSchema(textSchema(200, 'The location of the user, as free text.'))
const address = (what: string) =>
  nullableSchema(textSchema(2_048, `${what}: an http or https address.`, { format: 'uri' }))
const [avatar, website] = [address('A picture of the user'), address('The website of the user')]

const locale = textSchema(35, 'A language tag (BCP 47) such as `en-GB`.', { examples: ['en-GB'] })
const timezone = textSchema(255, 'A time zone such as `Europe/Berlin`.', { examples: ['Europe/Berlin'] })
const theme = wordSchema(THEMES, 'The colour scheme. SYSTEM follows the device of the user.')

const newsletter = Type.Boolean({ description: 'Whether the user wants to receive news.' })
const commentNotifications = Type.Boolean({
  description: 'Whether the user wants to receive notifications of comments on their articles.',
})
const followNotifications = Type.Boolean({
  description: 'Whether the user wants to receive notifications of new followers.',
})

export const profileSchema = objectSchema(
  { title: 'Profile', description: 'The public profile. Empty fields are null.' },
  { bio, avatar, website, location },
)

/** C3.8. */
export const settingsSchema = objectSchema(
  { title: 'Settings', description: 'The display settings of a user.' },
  { locale, timezone, theme },
)

export const preferencesSchema = objectSchema(
  { title: 'Preferences', description: 'The notifications that a user wants to receive.' },
  { newsletter, commentNotifications, followNotifications },
)

/** The names of the typed interface (C6.1), for who may see all of them. */
export const accountSchema = objectSchema(
  { title: 'Account', description: 'Your own account.' },
  {
    id: userIdText,
    username,
    name,
    email,
    pendingEmail: nullableSchema(
      textSchema(254, 'The address that takes the place of `email` when its mail is confirmed, or null.', {
        format: 'email',
      }),
    ),
    age,
    role: wordSchema(
      USER_ROLES,
      'The highest built-in role among the user’s roles and the roles that those inherit; GUEST if there is none.',
    ),
    roles: Type.Array(textSchema(100, 'A role.'), {
      maxItems: 100,
      description: 'All roles of the user: built-in roles, and roles that the policy adds.',
    }),
    status: wordSchema(USER_STATUSES, 'Only an ACTIVE user can sign in.'),
    permissions: Type.Array(textSchema(100, 'A permission.'), {
      maxItems: 100,
      description: 'Permissions that the user has in addition to those of the roles.',
    }),
    profile: profileSchema,
    settings: settingsSchema,
    preferences: preferencesSchema,
    createdAt: timestampSchema('The time at which the account was created.'),
    updatedAt: nullableTimestampSchema('The time of the last change; null until then.'),
  },
)

/** Settings and preferences have addresses of their own. */
export const accountBody = createPatch(
  {
    title: 'AccountPatch',
    description: 'Members that you leave out keep their values.',
    examples: [{ profile: { location: 'Lisbon' } }],
  },
  {
    username,
    name,
    email,
    age,
    currentPassword,
    profile: objectSchema(
      { description: 'Members that you leave out keep their values; null clears a member.' },
      {
        bio: Type.Optional(bio),
        avatar: Type.Optional(avatar),
        website: Type.Optional(website),
        location: Type.Optional(location),
      },
    ),
  },
)

/** C3.8. */
export const settingsBody = createPatch(
  {
    title: 'SettingsPatch',
    description: 'Members that you leave out keep their values.',
    examples: [{ theme: 'DARK' }],
  },
  { locale, timezone, theme },
)

export const preferencesBody = createPatch(
  {
    title: 'PreferencesPatch',
    description: 'Members that you leave out keep their values.',
    examples: [{ newsletter: true }],
  },
  { newsletter, commentNotifications, followNotifications },
)
