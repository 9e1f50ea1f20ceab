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

/** The members of a Fastify reply that this module uses. */
export interface ReplyLike {
  code(status: number): { send(body: unknown): unknown }
}

type Hook<Req> = (request: Req, reply: ReplyLike) => Promise<unknown>

const toHook =
  <Req extends object>(guard: Guard<Req, Permitted<object> | Listed>): Hook<Req> =>
  async (request, reply) => {
    const result = await guard(request)
    if (isRefusal(result)) return reply.code(result.status).send(result.body)
    return void Object.assign(request, { access: result })
  }

/**
 * A `preHandler` hook that lets a request pass if the subject has the permission. With `load`, it checks the permission
 * for this resource. It sets `request.access` to `{ resource, decision }`: declare this member with
 * `app.decorateRequest('access')`.
 *
 * Otherwise the response is `{ error, code, permission }` with the status 401, 403 or 404. Fastify handles the errors of `load`.
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
): Hook<Req> => toHook(guardPermission(policy, permission, load, options) as Guard<Req, Permitted<object>>)

/** A `preHandler` hook for lists: sets `request.access` to `{ filter }`. */
export const permissionFilter = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(
  policy: Guarded<S, M>,
  permission: P,
  options?: GuardOptions<S, Req>,
): Hook<Req> => toHook(guardList(policy, permission, options))
