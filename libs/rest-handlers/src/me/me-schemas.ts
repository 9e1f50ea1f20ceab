import { THEMES, USER_ROLES, USER_STATUSES } from '@content-service/domain'
import { Type } from 'typebox'
import { patchType } from '../body.ts'
import { username } from '../people-schemas.ts'
import {
  closed,
  nullable,
  nullableTimestamp,
  textUpTo,
  timestampOf,
  userIdText,
  wordOf,
} from '../schema-terms.ts'
import { age, email, name } from '../users/user-schemas.ts'

const bio = nullable(textUpTo(2_000, 'About oneself.'))
const location = nullable(textUpTo(200, 'Where one is.'))
const address = (what: string) =>
  nullable(textUpTo(2_048, `${what}: an http or https address.`, { format: 'uri' }))
const [avatar, website] = [address('A picture'), address('A site')]

const locale = textUpTo(255, 'A language tag such as `en-GB`.', { examples: ['en-GB'] })
const timezone = textUpTo(255, 'A time zone such as `Europe/Berlin`.', { examples: ['Europe/Berlin'] })
const theme = wordOf(THEMES, 'The look that one prefers.')

const newsletter = Type.Boolean({ description: 'Whether one gets the newsletter.' })
const commentNotifications = Type.Boolean({ description: 'Whether one is told of comments.' })
const followNotifications = Type.Boolean({ description: 'Whether one is told of new followers.' })

const profileSchema = Type.Object(
  { bio, avatar, website, location },
  { ...closed, title: 'Profile', description: 'What everybody may know; null where nothing is said.' },
)

/** C3.8. */
export const settingsSchema = Type.Object(
  { locale, timezone, theme },
  { ...closed, title: 'Settings', description: 'How the service speaks to the user.' },
)

export const preferencesSchema = Type.Object(
  { newsletter, commentNotifications, followNotifications },
  { ...closed, title: 'Preferences', description: 'What the user is told of.' },
)

/** The names of the typed interface (C6.1), for who may see all of them. */
export const accountSchema = Type.Object(
  {
    id: userIdText,
    username,
    name,
    email,
    age,
    role: wordOf(
      USER_ROLES,
      'The highest built-in role among the held roles and all that they inherit; GUEST if there is none.',
    ),
    roles: Type.Array(textUpTo(100, 'A role.'), {
      maxItems: 100,
      description: 'All roles that they hold, of the five and of those that the policy adds.',
    }),
    status: wordOf(USER_STATUSES, 'Only who is ACTIVE can sign in.'),
    permissions: Type.Array(textUpTo(100, 'A permission.'), {
      maxItems: 100,
      description: 'What they may do beside what their roles allow.',
    }),
    profile: profileSchema,
    settings: settingsSchema,
    preferences: preferencesSchema,
    createdAt: timestampOf('Since when they have it.'),
    updatedAt: nullableTimestamp('When it was last changed; null until then.'),
  },
  { ...closed, title: 'Account', description: 'One’s own account.' },
)

/** Settings and preferences have addresses of their own. */
export const accountBody = patchType(
  Type.Object(
    {
      username: Type.Optional(username),
      name: Type.Optional(name),
      email: Type.Optional(email),
      age: Type.Optional(age),
      profile: Type.Optional(
        Type.Object(
          {
            bio: Type.Optional(bio),
            avatar: Type.Optional(avatar),
            website: Type.Optional(website),
            location: Type.Optional(location),
          },
          { ...closed, description: 'What is absent stays as it is; null clears it.' },
        ),
      ),
    },
    {
      ...closed,
      title: 'AccountPatch',
      description: 'What is absent stays as it is.',
      examples: [{ profile: { location: 'Lisbon' } }],
    },
  ),
)

/** C3.8. */
export const settingsBody = patchType(
  Type.Object(
    { locale: Type.Optional(locale), timezone: Type.Optional(timezone), theme: Type.Optional(theme) },
    {
      ...closed,
      title: 'SettingsPatch',
      description: 'What is absent stays as it is.',
      examples: [{ theme: 'DARK' }],
    },
  ),
)

export const preferencesBody = patchType(
  Type.Object(
    {
      newsletter: Type.Optional(newsletter),
      commentNotifications: Type.Optional(commentNotifications),
      followNotifications: Type.Optional(followNotifications),
    },
    {
      ...closed,
      title: 'PreferencesPatch',
      description: 'What is absent stays as it is.',
      examples: [{ newsletter: true }],
    },
  ),
)
