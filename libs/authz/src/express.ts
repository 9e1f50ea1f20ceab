import { AccessDenied } from './errors.ts'
import type { Abilities } from './policy.ts'
import type { Subject } from './subject.ts'

/** The members of an Express response that this module uses. Express 4 and 5 have them. */
export interface ResponseLike {
  locals?: object
  status(code: number): { json(body: unknown): unknown }
}

export type Next = (error?: unknown) => void

export interface PermissionOptions<S, Req> {
  /**
   * Returns the subject of a request. The default is `request.user`. Null and undefined mean that nobody is signed
   * in.
   */
  readonly subject?: (request: Req) => S | null | undefined
}

const refuse = (response: ResponseLike, status: number, error: string, code: string, permission: string) =>
  void response.status(status).json({ error, code, permission })

/**
 * Middleware that passes a request on if the subject has the permission. With `load`, the middleware loads a resource
 * and checks the permission for this resource. It then sets `response.locals.resource` and
 * `response.locals.decision`; the decision contains the obligations.
 *
 * Otherwise the middleware responds with `{ error, code, permission }` and one of these statuses:
 * 401 if there is no subject or its `id` is null, 403 if the subject lacks the permission, and 404 if `load` returns
 * null or undefined. If no resource could allow the request, it responds with 401 or 403 before it calls `load`. It
 * passes errors of `load` to Express.
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
) {
  const subjectOf = options.subject ?? ((request: Req) => (request as { readonly user?: S | null }).user)

  const pass = async (request: Req, response: ResponseLike): Promise<boolean> => {
    const ability = policy.for(subjectOf(request) ?? null)
    if (!load || !ability.permits(permission))
      return attach(response, undefined, ability.authorize(permission))
    const resource = await load(request)
    if (resource === null || resource === undefined) {
      refuse(response, 404, 'Not found', 'NOT_FOUND', permission)
      return false
    }
    return attach(response, resource, ability.authorize(permission, resource))
  }

  return async (request: Req, response: ResponseLike, next: Next): Promise<void> => {
    try {
      if (!(await pass(request, response))) return
    } catch (error) {
      if (!(error instanceof AccessDenied)) return next(error)
      return refuse(response, error.code === 'FORBIDDEN' ? 403 : 401, error.message, error.code, permission)
    }
    next()
  }
}

function attach(response: ResponseLike, resource: unknown, decision: unknown): true {
  response.locals = Object.assign(response.locals ?? {}, { resource, decision })
  return true
}
