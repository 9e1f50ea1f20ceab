import { forbidden } from '../access.ts'
import type { Permission } from '../content-policy.ts'
import type { Context } from '../context.ts'
import { ContentError } from '../errors.ts'
import type { UserId } from '../ids.ts'
import { readProfile } from './user-reading.ts'

const isNotFound = (error: unknown): boolean => error instanceof ContentError && error.code === 'NOT_FOUND'

/**
 * Runs a write of a user for an interface that shows public profiles: a user whose profile the caller sees (C7.9) is
 * there, so that without the permission the write is FORBIDDEN, and not NOT_FOUND (C7.8). The profile is looked for
 * after a refusal only.
 */
export const runOnProfile = async <Result>(
  context: Context,
  { id, permission }: { readonly id: UserId | null; readonly permission: Permission },
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    if (isNotFound(error) && (await readProfile(context, id, { fields: ['id'] }))) throw forbidden(permission)
    throw error
  }
}
