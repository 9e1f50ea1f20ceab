import { isAnonymous, mayOnAll } from '../../access/access.ts'
import type { Permission } from '../../access/content-policy.ts'
import { ContentError, type Problem } from '../../rules/errors.ts'
import type { ModelContext } from '../read-context.ts'

/**
 * C13.3: a filter, an order or a count by a masked value would tell the value, so that it needs the permission on all
 * records. @throws UNAUTHENTICATED, FORBIDDEN with the path and the permission.
 */
export const authorizeMasked = (
  context: ModelContext,
  permissions: readonly Permission[],
  path: Problem['path'],
  name = path.join('.'),
): void => {
  const permission = permissions.find((each) => !mayOnAll(context, each))
  if (permission === undefined) return
  const message = `${name} is masked. You need the permission ${permission} on all records.`
  throw isAnonymous(context)
    ? new ContentError('UNAUTHENTICATED', `${message} Sign in first.`, [{ path, message }])
    : new ContentError('FORBIDDEN', message, [{ path, message }])
}
