/** From the least to the most: a role holds what the ones before it hold (C5.10). A policy may add others. */
export const USER_ROLES = ['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const
export type UserRole = (typeof USER_ROLES)[number]
