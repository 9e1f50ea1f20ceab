import type { Subject } from '../engine/decisions/subject.ts'
import {
  type Guard,
  type GuardOptions,
  type Guarded,
  type Listed,
  type Load,
  type Permitted,
  guardList,
  guardPermission,
  isRefusal,
} from './guard.ts'

export type { GuardOptions, Guarded, Listed, Load, Permitted } from './guard.ts'

/** The members of a context of Hono that this module uses. */
export interface ContextLike {
  get(name: 'user'): unknown
  set(name: 'access', value: unknown): void
}

type Middleware<C> = (context: C, next: () => Promise<void>) => Promise<Response | undefined>

const toMiddleware =
  <C extends ContextLike>(guard: Guard<C, Permitted<object> | Listed>): Middleware<C> =>
  async (context, next) => {
    const result = await guard(context)
    if (isRefusal(result)) return Response.json(result.body, { status: result.status })
    context.set('access', result)
    await next()
    return undefined
  }

/** By default, the subject is the variable `user` of the context. */
const withSubject = <S, C extends ContextLike>(options: GuardOptions<S, C> = {}): GuardOptions<S, C> => ({
  subject: (context) => context.get('user') as S | null | undefined,
  ...options,
})

/**
 * Middleware that passes a request on if the subject has the permission. With `load`, it checks the permission for this
 * resource. It sets the variable `access` of the context to `{ resource, decision }`.
 *
 * Otherwise the response is `{ error, code, permission }` with the status 401, 403 or 404. Hono handles the errors of `load`.
 */
export const requirePermission = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  C extends ContextLike,
>(
  policy: Guarded<S, M>,
  permission: P,
  load?: Load<C, M[P]>,
  options?: GuardOptions<S, C>,
): Middleware<C> =>
  toMiddleware(guardPermission(policy, permission, load, withSubject(options)) as Guard<C, Permitted<object>>)

/** Middleware for lists: sets the variable `access` of the context to `{ filter }`. */
export const permissionFilter = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  C extends ContextLike,
>(
  policy: Guarded<S, M>,
  permission: P,
  options?: GuardOptions<S, C>,
): Middleware<C> => toMiddleware(guardList(policy, permission, withSubject(options)))
