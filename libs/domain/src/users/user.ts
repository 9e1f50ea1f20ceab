import { checkInput, oneOf, required } from '../rules/accept.ts'
import { email, webAddress } from '../rules/addresses.ts'
import { badUserInput, conflict } from '../rules/errors.ts'
import { GHOST_ID, type UserId } from '../rules/ids.ts'
import { flag, integer, line, state, tags, text, time } from '../model/fields/field-builders.ts'
import type { Field, SetByService } from '../model/fields/field.ts'
import { group } from '../model/fields/group-builder.ts'
import { mergeChange } from '../model/fields/merge-change.ts'
import type { MemberChanges, MemberValues } from '../model/fields/part-fields.ts'
import { USER_EVENTS } from '../model/event-names.ts'
import { initialAttributes } from '../model/types/record-changes.ts'
import type { ChangeOf, NewOf, RecordOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'
import { USER_ROLES, type UserRole } from '../access/role-names.ts'
import { createPermissionsRule, createRolesRule, rightsRules, type Vocabulary } from './roles/rights.ts'
import { replaceBuiltIn } from '../access/held-roles.ts'
import { PREFERENCES, SETTINGS } from './settings/settings.ts'
import { computeSessionEnd, computeFirstTokenTime } from './tokens.ts'
import { username } from './user-texts.ts'

/** C3.2. Only an ACTIVE, not deleted user can authenticate. */
export const USER_STATUSES = ['ACTIVE', 'INACTIVE', 'SUSPENDED'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export const isGhost = (user: Pick<User, 'id'>): boolean => user.id === GHOST_ID

/** A field whose values have a special form. */
const formed = <F extends Field>(field: F, form: Partial<Field>): F => ({ ...field, ...form })

const USERNAME: Partial<Field> = {
  schema: { type: 'string', minLength: 2, maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]+$' },
  check: username,
  ignoresCase: true,
  example: 'ada',
}
const EMAIL: Partial<Field> = {
  kind: 'email',
  schema: { type: 'string', maxLength: 254, format: 'email' },
  check: email,
  example: 'ada@example.org',
}
const WEB_ADDRESS: Partial<Field> = {
  kind: 'url',
  schema: { type: 'string', maxLength: 2048, format: 'uri' },
  check: webAddress,
}

const names = (
  about: string,
  check: (values: readonly string[]) => readonly string[],
  initial: readonly string[],
): Field<readonly string[]> & SetByService => ({
  ...tags({ about }),
  schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 100 },
  isInput: false,
  isUnfiltered: true,
  check,
  initial,
})

/** Special operations set the value, which imports, exports and events leave out. */
const KEPT = { isInput: false, isInternal: true } as const
/** What a person has chosen: it moves with the account (C17.10). */
const OF_PERSON = { isReleased: true, isMoved: true } as const
/** C3.7: only the user and holders of `users:read` see the value. */
const PRIVATE = { seenWith: 'read' } as const

/** C3.1. A person who reads, writes or administers. Separate stores keep the credentials. */
export const User = record({
  name: 'User',
  plural: 'users',
  about: 'A person who reads, writes or administers.',
  section: 'People',
  custom: {
    actions: ['read', 'write', 'delete'],
    isNumbered: true,
    events: USER_EVENTS,
    hasProfile: true,
    ghostId: GHOST_ID,
    orders: ['createdAt', 'updatedAt', 'changedAt', 'username'],
    lists: { articles: 'Article' },
    role: { about: 'The highest role.', words: USER_ROLES, wordsName: 'UserRole' },
  },
  fields: {
    name: {
      ...line(200, { about: 'The display name, on one line.', example: 'Ada Lovelace', search: 'A' }),
      initial: '',
    },
    username: formed(
      line(64, { about: 'Unique when upper and lower case count as equal.', unique: true, search: 'A' }),
      USERNAME,
    ),
    email: formed(text(254, { about: 'Unique when upper and lower case count as equal.', unique: true }), {
      ...EMAIL,
      filteredWith: 'read',
      ignoresCase: true,
    }),
    pendingEmail: {
      ...formed(text(254, { about: 'Replaces `email` when its mail is confirmed.', optional: true }), EMAIL),
      ...KEPT,
      ...PRIVATE,
      isUnfiltered: true,
    },
    emailConfirmedAt: time({
      about: 'The time at which a mail, or the creator of the account, first vouched for the email address.',
      optional: true,
      hidden: true,
    }),
    roles: names('All roles of the user, with the roles that the policy adds.', rightsRules.roles, [
      'READER',
    ]),
    status: { ...state(USER_STATUSES, { about: 'Only an ACTIVE user can sign in.' }), ...PRIVATE },
    age: integer(0, 150, { about: 'Null if the age is unknown.', optional: true, ...PRIVATE }),
    deleted: {
      ...flag({ about: 'Whether the user is in the trash.', initial: false }),
      isInput: false,
      isHidden: true,
    },
    permissions: {
      ...names('Permissions in addition to those of the roles.', rightsRules.permissions, []),
      ...PRIVATE,
    },
    profile: {
      ...group(
        {
          bio: text(2000, { about: 'A short text about the user.', optional: true }),
          avatar: formed(text(2048, { about: 'The URL of a picture.', optional: true }), WEB_ADDRESS),
          website: formed(text(2048, { about: 'An http or https URL.', optional: true }), WEB_ADDRESS),
          location: text(200, { about: 'The location of the user, as free text.', optional: true }),
        },
        { about: 'The public profile. Empty fields are null.', setByOperation: true },
      ),
      isReleased: true as const,
    },
    settings: { ...SETTINGS, ...KEPT, ...PRIVATE, ...OF_PERSON },
    preferences: { ...PREFERENCES, ...KEPT, ...PRIVATE, ...OF_PERSON },
    tokensValidFrom: time({ about: 'Tokens issued before this second are refused.', hidden: true }),
  },
})
export interface User extends Omit<RecordOf<typeof User>, 'id' | 'ref'> {
  readonly id: UserId
}
type UserType = typeof User

export type UserProfile = MemberValues<typeof User.fields.profile.members>

/** A user before the store assigns an id, or with the id that a client chose (C6.5). */
export type NewUser = Omit<User, 'id'>

const role = oneOf(USER_ROLES)

/** The rules of a new user, set by the user or by an administrator. */
export const newUserRules = ({ rules }: UserType = User) => ({ ...rules, role })

/** The rules of an update; null clears the age, and the other fields refuse null (C5.13). */
export const userChangeRules = (policy: Vocabulary, { rules, fields }: UserType = User) => ({
  ...rules,
  role: required(role),
  roles: required(createRolesRule(policy)),
  status: required(fields.status.check),
  deleted: required(fields.deleted.check),
  permissions: required(createPermissionsRule(policy)),
  profile: required(fields.profile.checkChange),
})

type Changes<Values> = { readonly [K in keyof Values]?: Values[K] | null | undefined }

/** The fields that an update changes by special rules. */
type Governed = Pick<User, 'roles' | 'status' | 'deleted' | 'permissions'> & {
  readonly role: UserRole
  readonly profile: MemberChanges<UserType['fields']['profile']['members']>
}

export interface UserChange extends ChangeOf<UserType>, Changes<Governed> {}

/**
 * A new user: a READER by default, with the username as the default name (C3.1, C3.4). The caller who creates the
 * account vouches for the address (C12.4).
 */
export const newUser = (
  { role: first, ...given }: NewOf<UserType> & { readonly role?: UserRole | undefined },
  now: Date,
  type = User,
): NewUser =>
  // Each attribute has its initial value, or a value that has passed its rule.
  ({
    ...initialAttributes(type),
    ...given,
    name: given.name ?? given.username,
    roles: [first ?? 'READER'],
    emailConfirmedAt: now,
    tokensValidFrom: computeFirstTokenTime(now),
    createdAt: now,
    updatedAt: null,
    version: 1,
  }) as unknown as NewUser

const endsSessions = (current: User, next: User): boolean =>
  (next.deleted && !current.deleted) || (next.status === 'SUSPENDED' && current.status !== 'SUSPENDED')

/** C3.6: the time from which tokens are valid after `current` has become `next`. */
export const computeTokensValidFrom = (current: User, next: User, now: Date): Date =>
  endsSessions(current, next) ? computeSessionEnd(now, current) : current.tokensValidFrom

/** C12.3: the roles of a user after a change. */
export const changeRoles = (held: readonly string[], { role, roles }: UserChange): readonly string[] =>
  roles ?? (role ? replaceBuiltIn(held, role) : held)

/** `current` with the accepted changes; `current` itself if no value differs. */
export const changeUser = (
  current: User,
  change: UserChange,
  { policy, now, type }: { readonly policy: Vocabulary; readonly now: Date; readonly type?: UserType },
): User => {
  const { role: _, ...accepted } = checkInput(userChangeRules(policy, type), change)(current)
  if (change.role !== undefined && change.roles !== undefined)
    throw badUserInput([{ path: ['roles'], message: 'set either role or roles, not both' }])
  const roles = changeRoles(current.roles, { ...change, ...accepted } as UserChange)
  const values = mergeChange((type ?? User).attributes, { ...current }, accepted)
  return createNextUser(current, { ...current, ...values, roles } as User, now)
}

/** `next` as the version after `current`; `current` itself if no value differs. */
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

/** C3.4: an administrator who can sign in. */
export const isAdministrator = (user: User): boolean =>
  user.roles.includes('ADMIN') && user.status === 'ACTIVE' && !user.deleted

/** C3.4: the last administrator cannot be deleted, demoted or suspended. */
export const keepLastAdministrator = (current: User, next: User | null, isLast: boolean): void => {
  if (isLast && isAdministrator(current) && (next === null || !isAdministrator(next)))
    throw conflict('This user is the last administrator. Give another user the role ADMIN first.')
}

/**
 * The fields by which a list can filter users: its columns, and whether any caller may read the public profile (C7.9).
 */
export interface UserRow extends User {
  readonly isPublic: boolean
}
