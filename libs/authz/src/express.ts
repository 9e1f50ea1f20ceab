import { AccessDenied } from './errors.ts'
import type { Abilities, Ability } from './policy.ts'
import type { Subject } from './subject.ts'

/** The members of an Express response that this module uses. Express 4 and 5 have them. */
export interface ResponseLike {
  status(code: number): { json(body: unknown): unknown }
}

export type Next = (error?: unknown) => void

export interface PermissionOptions<S, Req> {
  /**
   * Returns the subject of a request. The default is `request.user`. Null and undefined mean that nobody is signed
   * in, and so does an error.
   */
  readonly subject?: (request: Req) => S | null | undefined
  /**
   * The status if the subject lacks the permission. The default is 403. With 404, the response is the same as for a resource
   * that does not exist. A subject without an id then gets 401 for both.
   */
  readonly forbiddenStatus?: 403 | 404
}

type Middleware<Req> = (request: Req, response: ResponseLike, next: Next) => Promise<void>

/** Returns the new members of `response.locals`, or null if the resource does not exist. Throws AccessDenied. */
type Guard<M extends object, Req> = (ability: Ability<M>, request: Req) => Promise<object | null>

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
export function requirePermission<
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(
  policy: Abilities<S, M>,
  permission: P,
  load?: (request: Req) => M[P] | null | undefined | Promise<M[P] | null | undefined>,
  options: PermissionOptions<S, Req> = {},
): Middleware<Req> {
  return guard(policy, permission, options, async (ability, request) => {
    if (!load || !ability.permits(permission))
      return { resource: undefined, decision: ability.authorize(permission) }
    const resource = (await load(request)) ?? null
    return resource === null ? null : { resource, decision: ability.authorize(permission, resource) }
  })
}

/**
 * Middleware for lists: sets `response.locals.filter` to the filter of the rows for which the subject has the permission.
 * If there can be no such rows, it responds as `requirePermission` does.
 */
export function permissionFilter<
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(policy: Abilities<S, M>, permission: P, options: PermissionOptions<S, Req> = {}): Middleware<Req> {
  return guard(policy, permission, options, async (ability) => {
    const filter = ability.filter(permission)
    if (filter.kind === 'never') ability.authorize(permission)
    return filter.kind === 'never' ? null : { filter }
  })
}

function readSubject<S, Req>(subjectOf: (request: Req) => S | null | undefined, request: Req): S | null {
  try {
    return subjectOf(request) ?? null
  } catch {
    return null
  }
}

const subjectIn = <S>(request: object) => (request as { readonly user?: S | null }).user

function guard<S extends Subject, M extends object, Req extends object>(
  policy: Abilities<S, M>,
  permission: keyof M & string,
  { subject: subjectOf = subjectIn, forbiddenStatus = 403 }: PermissionOptions<S, Req>,
  pass: Guard<M, Req>,
): Middleware<Req> {
  const hides = forbiddenStatus === 404
  return async (request, response, next) => {
    const ability = policy.for(readSubject(subjectOf, request))
    const refuse = (status: number, error: string, code: string) =>
      void response.status(status).json({ error, code, permission })
    const refuseMissing = () => refuse(404, 'Not found', 'NOT_FOUND')
    try {
      const locals = await pass(ability, request)
      // If a resource could be forbidden, a missing one gets the response of a forbidden one.
      if (locals === null && hides) ability.authorize(permission)
      if (locals === null) return refuseMissing()
      const target: ResponseLike & { locals?: object } = response
      target.locals = Object.assign(target.locals ?? {}, locals)
    } catch (error) {
      if (!(error instanceof AccessDenied)) return next(error)
      if (error.code === 'UNAUTHENTICATED') return refuse(401, error.message, error.code)
      return hides ? refuseMissing() : refuse(403, error.message, error.code)
    }
    next()
  }
}
