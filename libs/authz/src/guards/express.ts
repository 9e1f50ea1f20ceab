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

/** The members of an Express response that this module uses. Express 4 and 5 have them. */
export interface ResponseLike {
  status(code: number): { json(body: unknown): unknown }
}

export type Next = (error?: unknown) => void

type Middleware<Req> = (request: Req, response: ResponseLike, next: Next) => Promise<void>

const toMiddleware =
  <Req>(guard: Guard<Req, Permitted<object> | Listed>): Middleware<Req> =>
  async (request, response, next) => {
    try {
      const result = await guard(request)
      if (isRefusal(result)) return void response.status(result.status).json(result.body)
      const target: ResponseLike & { locals?: object } = response
      target.locals = Object.assign(target.locals ?? {}, result)
    } catch (error) {
      return next(error)
    }
    next()
  }

/**
 * Middleware that passes a request on if the subject has the permission. With `load`, the middleware loads a resource
 * and checks the permission for this resource. It then sets `response.locals.resource` and
 * `response.locals.decision`; the decision contains the obligations.
 *
 * Otherwise the middleware responds with `{ error, code, permission }` and one of these statuses:
 * 401 if there is no subject or its `id` is null, 403 if the subject lacks the permission, and 404 if `load` returns
 * null or undefined. If no resource could allow the request, it responds with 401 or 403 before it calls `load`. It
 * passes errors of `load` to Express. See `forbiddenStatus` for 404 instead of 403.
 */
export const requirePermission = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(
  policy: Guarded<S, M>,
  permission: P,
  load?: Load<Req, M[P]>,
  options?: GuardOptions<S, Req>,
): Middleware<Req> =>
  toMiddleware(guardPermission(policy, permission, load, options) as Guard<Req, Permitted<object>>)

/**
 * Middleware for lists: sets `response.locals.filter` to the filter of the rows for which the subject has the permission.
 * If there can be no such rows, it responds as `requirePermission` does.
 */
export const permissionFilter = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(
  policy: Guarded<S, M>,
  permission: P,
  options?: GuardOptions<S, Req>,
): Middleware<Req> => toMiddleware(guardList(policy, permission, options))
