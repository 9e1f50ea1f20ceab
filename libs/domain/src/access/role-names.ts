/**
 * From the least rights to the most: a role has the permissions of the roles before it (C5.10). A policy may add roles.
 */
export const USER_ROLES = ['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const
export type UserRole = (typeof USER_ROLES)[number]
