import { createForbidden } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import type { Context } from '../context/context.ts'
import { ContentError } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import { readProfile } from './user-reading.ts'

const isNotFound = (error: unknown): boolean => error instanceof ContentError && error.code === 'NOT_FOUND'

/**
 * Runs a write of a user for an interface that shows public profiles. If the caller may see the profile (C7.9) and
 * lacks the permission, the refusal is FORBIDDEN instead of NOT_FOUND (C7.8). The look-up of the profile happens only
 * after a refusal.
 */
export const runOnProfile = async <Result>(
  context: Context,
  { id, permission }: { readonly id: UserId | null; readonly permission: Permission },
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    if (isNotFound(error) && (await readProfile(context, id, { fields: ['id'] })))
      throw createForbidden(context, permission)
    throw error
  }
}
