import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import type {
  Preferences,
  User,
  UserId,
  UserProfile,
  UserSettings,
  UserStatus,
} from '@content-service/domain'

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    // Assigned by nextUserId, never by `serial`: a default would hide an insert that forgot it.
    id: p.integer().$type<UserId>().primary().autoincrement(false),
    username: p.text(),
    name: p.text(),
    email: p.text(),
    pendingEmail: p.text().strictNullable(),
    emailConfirmedAt: p.datetime(3).strictNullable(),
    age: p.smallint().strictNullable(),
    roles: p.array().$type<readonly string[]>(),
    status: p.text().$type<UserStatus>(),
    deleted: p.boolean(),
    permissions: p.array().$type<readonly string[]>(),
    profile: p.json().$type<UserProfile>(),
    settings: p.json().$type<UserSettings>(),
    preferences: p.json().$type<Preferences>(),
    tokensValidFrom: p.datetime(3),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3).strictNullable(),
    version: p.integer(),
  },
})

export type UserRow = InferEntity<typeof UserEntity>

/** The row is the record: this line stops the build when a column goes or changes its type. */
export const toUser = (row: UserRow): User => row
