import { accept, clearable, integer, oneOf, required } from '../accept.ts'
import { badUserInput, conflict, InvalidValue } from '../errors.ts'
import type { UserId } from '../ids.ts'
import { createLineRule, createTextRule } from '../text.ts'
import { createPermissionsRule, createRolesRule, type Vocabulary } from './rights.ts'
import { USER_ROLES, type UserRole } from './role-names.ts'
import { replaceBuiltIn } from './roles.ts'
import { preferences, settings, type Preferences, type UserSettings } from './settings.ts'
import { computeSessionEnd, computeFirstTokenTime } from './tokens.ts'

/** C3.2. Only an ACTIVE, not deleted user can authenticate. */
export const USER_STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export interface UserProfile {
  readonly bio: string | null
  readonly avatar: string | null
  readonly website: string | null
  readonly location: string | null
}

/** A person who reads, writes or administers. Other stores keep the credentials (C3.1). */
export interface User {
  readonly id: UserId
  readonly username: string
  readonly name: string
  readonly email: string
  /** The address that takes the place of `email` once its mail is confirmed (C12.4). */
  readonly pendingEmail: string | null
  /** When somebody first vouched for the address: a mail, or who made the account (C12.4). Null after a sign-up. */
  readonly emailConfirmedAt: Date | null
  readonly age: number | null
  /** Of the five and of those that the policy adds (C12.3); `findHighestRole` reduces them to one role. */
  readonly roles: readonly string[]
  readonly status: UserStatus
  readonly deleted: boolean
  /** Exact-match grants on top of the roles, without condition (C7.7). */
  readonly permissions: readonly string[]
  readonly profile: UserProfile
  readonly settings: UserSettings
  readonly preferences: Preferences
  /** Tokens issued before this second are refused (C3.6). */
  readonly tokensValidFrom: Date
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly version: number
}

/** A user that has no id yet, or takes the one a client chose (C6.5). */
export type NewUser = Omit<User, 'id'>

const NO_PROFILE: UserProfile = { bio: null, avatar: null, website: null, location: null }

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`)

/** The name of the reserved account that owns the content of deleted users (C3.5). */
export const GHOST_USERNAME = 'ghost'
/** The first id ever assigned; the migration that makes the table assigns it. */
export const GHOST_ID = 1 as UserId

export const isGhost = (user: Pick<User, 'id'>): boolean => user.id === GHOST_ID

/** C3.1: 2–64 of letters, digits, `.`, `_`, `-`, starting with a letter or digit; `ghost` is reserved in any case. */
export const username = (text: string): string => {
  if (!USERNAME.test(text))
    throw new InvalidValue('must be 2 to 64 of A-Z a-z 0-9 . _ - and start with a letter or digit')
  if (text.toLowerCase() === GHOST_USERNAME) throw new InvalidValue('is reserved; choose another username')
  return text
}

/** C2.3: an addr-spec of at most 254 characters with a dotted domain. */
export const email = (text: string): string => {
  if (text.length > 254) throw new InvalidValue('must have at most 254 characters')
  if (!EMAIL.test(text) || text.indexOf('@') > 64)
    throw new InvalidValue('must be an email address such as ada@example.org')
  return text
}

/** C2.3 and C3.8: http and https addresses only, so that no page of ours can link to a script. */
export const webAddress = (text: string): string => {
  // URL drops blanks and line breaks that the text would still hold: the text is stored, not the parsed URL.
  if (text.length > 2048 || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text))
    throw new InvalidValue('must be an http or https address')
  return createTextRule(1, 2048)(text)
}

export const displayName = createLineRule(200)
export const age = clearable(integer(0, 150))
const role = oneOf(USER_ROLES)
export const status = oneOf(USER_STATUSES)

export const profileRules = {
  bio: clearable(createTextRule(0, 2000)),
  avatar: clearable(webAddress),
  website: clearable(webAddress),
  location: clearable(createTextRule(0, 200)),
}

const profile = required((change: Partial<UserProfile>): Partial<UserProfile> => accept(profileRules, change))

const flag = (value: boolean): boolean => value

/** The rules of a new user, set by the user or by an administrator. */
export const newUserRules = { username, name: displayName, email, age, role }

/** The rules of an update; null clears the age and is refused for the other fields (C5.13). */
export const userChangeRules = (policy: Vocabulary) => ({
  username: required(username),
  name: required(displayName),
  email: required(email),
  age,
  role: required(role),
  roles: required(createRolesRule(policy)),
  status: required(status),
  deleted: required(flag),
  permissions: required(createPermissionsRule(policy)),
  profile,
})

export interface UserChange {
  readonly username?: string | null | undefined
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly age?: number | null | undefined
  readonly role?: UserRole | null | undefined
  readonly roles?: readonly string[] | null | undefined
  readonly status?: UserStatus | null | undefined
  readonly deleted?: boolean | null | undefined
  readonly permissions?: readonly string[] | null | undefined
  readonly profile?: Partial<UserProfile> | null | undefined
}

/**
 * A user as they begin: READER unless said otherwise, named after their username (C3.1, C3.4). Whoever makes the
 * account vouches for the address (C12.4).
 */
export const newUser = (
  given: Pick<User, 'username' | 'email'> & {
    readonly name?: string | undefined
    readonly age?: number | null | undefined
    readonly role?: UserRole | undefined
  },
  now: Date,
): NewUser => ({
  username: given.username,
  name: given.name ?? given.username,
  email: given.email,
  pendingEmail: null,
  emailConfirmedAt: now,
  age: given.age ?? null,
  roles: [given.role ?? 'READER'],
  status: 'ACTIVE',
  deleted: false,
  permissions: [],
  profile: NO_PROFILE,
  settings: settings({}),
  preferences: preferences({}),
  tokensValidFrom: computeFirstTokenTime(now),
  createdAt: now,
  updatedAt: null,
  version: 1,
})

const endsSessions = (current: User, next: User): boolean =>
  (next.deleted && !current.deleted) || (next.status === 'SUSPENDED' && current.status !== 'SUSPENDED')

/** C3.6: from when on tokens are good once `current` has become `next`. */
export const computeTokensValidFrom = (current: User, next: User, now: Date): Date =>
  endsSessions(current, next) ? computeSessionEnd(now) : current.tokensValidFrom

/** C12.3: the roles that a change leaves a user with. */
export const changeRoles = (held: readonly string[], { role, roles }: UserChange): readonly string[] =>
  roles ?? (role ? replaceBuiltIn(held, role) : held)

/** `current` with the accepted changes; the same record when nothing differs. */
export const changeUser = (
  current: User,
  change: UserChange,
  { policy, now }: { readonly policy: Vocabulary; readonly now: Date },
): User => {
  const { role: _, ...accepted } = accept(userChangeRules(policy), change)
  if (change.role !== undefined && change.roles !== undefined)
    throw badUserInput([{ path: ['roles'], message: 'set either role or roles, not both' }])
  const roles = changeRoles(current.roles, { ...change, ...accepted } as UserChange)
  const profile = { ...current.profile, ...accepted.profile }
  return createNextUser(current, { ...current, ...accepted, roles, profile } as User, now)
}

/** `next` as the version after `current`; `current` itself when nothing differs. */
export const createNextUser = (current: User, next: User, now: Date): User =>
  isSameUser(current, next)
    ? current
    : {
        ...next,
        tokensValidFrom: computeTokensValidFrom(current, next, now),
        updatedAt: now,
        version: current.version + 1,
      }

const isSameUser = (a: User, b: User): boolean => JSON.stringify(a) === JSON.stringify(b)

const isAdministrator = (user: User): boolean =>
  user.roles.includes('ADMIN') && user.status === 'ACTIVE' && !user.deleted

/** C3.4: the last administrator cannot be deleted, demoted or suspended. */
export const keepLastAdministrator = (current: User, next: User | null, isLast: boolean): void => {
  if (isLast && isAdministrator(current) && (next === null || !isAdministrator(next)))
    throw conflict('This user is the last administrator. Give another user the role ADMIN first.')
}
