import { preferences, settings } from './settings.ts'
import { GHOST_ID, GHOST_USERNAME, type User } from './user.ts'

const BEGINNING = new Date('2026-01-01T00:00:00.000Z')

/**
 * The reserved account (C3.5): it owns the content of deleted users, and stands in for soft-deleted users.
 * The migration that makes the table stores exactly this record.
 */
export const GHOST: User = {
  id: GHOST_ID,
  username: GHOST_USERNAME,
  name: 'Ghost',
  email: 'ghost@deleted.invalid',
  pendingEmail: null,
  emailConfirmedAt: BEGINNING,
  age: null,
  roles: ['GUEST'],
  status: 'INACTIVE',
  deleted: false,
  permissions: [],
  profile: { bio: null, avatar: null, website: null, location: null },
  settings: settings({}),
  preferences: preferences({}),
  tokensValidFrom: BEGINNING,
  createdAt: BEGINNING,
  updatedAt: null,
  version: 1,
}
