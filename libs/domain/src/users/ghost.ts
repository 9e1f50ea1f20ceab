import { GHOST_ID } from '../rules/ids.ts'
import { GHOST_USERNAME } from './user-texts.ts'
import { newUser, type User } from './user.ts'

const BEGINNING = new Date('2026-01-01T00:00:00.000Z')

/**
 * The reserved account (C3.5): it owns the content of deleted users, and replaces soft-deleted users in responses. The
 * migration that makes the table stores exactly this record.
 */
export const GHOST: User = {
  ...newUser({ username: GHOST_USERNAME, name: 'Ghost', email: 'ghost@deleted.invalid' }, BEGINNING),
  id: GHOST_ID,
  roles: ['GUEST'],
  status: 'INACTIVE',
}
