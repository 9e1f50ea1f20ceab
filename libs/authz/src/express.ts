import { AccessDenied } from './errors.ts'
import type { Policy } from './policy.ts'
import type { Subject } from './subject.ts'

/** As much of a response of Express (4 or 5, or anything like it) as is needed here. */
export interface ResponseLike {
  locals?: object
  status(code: number): { json(body: unknown): unknown }
}

export type Next = (error?: unknown) => void

export interface PermissionOptions<S, Req> {
  /** Who asks; `request.user` unless given. Null or undefined: nobody. */
  readonly subject?: (request: Req) => S | null | undefined
}

const refuse = (response: ResponseLike, status: number, error: string, code: string, permission: string) =>
  void response.status(status).json({ error, code, permission })

/**
 * Middleware that lets a request through if its subject has the permission, for the loaded resource if `load` is
 * given. Else it answers: 401 without a subject (or one whose `id` is null), 403 with one that lacks the permission
 * (both before anything is loaded, if nothing could be allowed), 404 if `load` finds nothing (null or undefined);
 * the body is `{ error, code, permission }`. The resource and the decision with its obligations are then in
 * `response.locals.resource` and `response.locals.decision`. What `load` throws goes to Express.
 */
export function requirePermission<
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(
  policy: Pick<Policy<S, M>, 'permits' | 'authorize'>,
  permission: P,
  load?: (request: Req) => M[P] | null | undefined | Promise<M[P] | null | undefined>,
  options: PermissionOptions<S, Req> = {},
) {
  const subjectOf = options.subject ?? ((request: Req) => (request as { readonly user?: S | null }).user)

  const pass = async (request: Req, response: ResponseLike): Promise<boolean> => {
    const subject = subjectOf(request) ?? null
    if (!load || !policy.permits(subject, permission))
      return attach(response, undefined, policy.authorize(subject, permission))
    const resource = await load(request)
    if (resource === null || resource === undefined) {
      refuse(response, 404, 'Not found', 'NOT_FOUND', permission)
      return false
    }
    return attach(response, resource, policy.authorize(subject, permission, resource))
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
