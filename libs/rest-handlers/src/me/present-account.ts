import {
  highestRole,
  timeOrNull,
  type ContentPolicy,
  type Context,
  type Preferences,
  type Row,
  type User,
  type UserProfile,
  type UserSettings,
} from '@content-service/domain'
import { etagOf, type Tag } from '../etag.ts'

const FIELDS = [
  'id',
  'username',
  'name',
  'email',
  'pendingEmail',
  'age',
  'roles',
  'status',
  'permissions',
  'profile',
  'settings',
  'preferences',
  'version',
  'createdAt',
  'updatedAt',
] as const

export const WHOLE_ACCOUNT = { fields: FIELDS }

type Account = Pick<User, (typeof FIELDS)[number]>

/** The reader returns exactly the fields it was asked for. */
export const accountOfRow = (row: Row): Account => row as unknown as Account

// Member by member: the database keeps the parts of an account in an order of its own, and a tag is of bytes.
const presentProfile = ({ bio, avatar, website, location }: UserProfile) => ({
  bio,
  avatar,
  website,
  location,
})
export const presentSettings = ({ locale, timezone, theme }: UserSettings) => ({ locale, timezone, theme })
export const presentPreferences = ({
  newsletter,
  commentNotifications,
  followNotifications,
}: Preferences) => ({ newsletter, commentNotifications, followNotifications })

/** The member names of the GraphQL type (C6.1), for who may see all of them. */
export const presentAccount = (account: Account, policy: ContentPolicy) => ({
  id: String(account.id),
  username: account.username,
  name: account.name,
  email: account.email,
  pendingEmail: account.pendingEmail,
  age: account.age,
  role: highestRole(policy, account.roles),
  roles: account.roles,
  status: account.status,
  permissions: account.permissions,
  profile: presentProfile(account.profile),
  settings: presentSettings(account.settings),
  preferences: presentPreferences(account.preferences),
  createdAt: timeOrNull(account.createdAt),
  updatedAt: timeOrNull(account.updatedAt),
})

export const accountEtag =
  ({ policy }: Context): Tag<Account> =>
  (account) =>
    etagOf(account.version, presentAccount(account, policy))
