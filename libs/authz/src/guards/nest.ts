import type { Subject } from '../engine/decisions/subject.ts'
import {
  type Guard,
  type GuardOptions,
  type Guarded,
  type Listed,
  type Load,
  type Permitted,
  type Refusal,
  guardList,
  guardPermission,
  isRefusal,
} from './guard.ts'

export type { GuardOptions, Guarded, Listed, Load, Permitted } from './guard.ts'

type ExceptionClass = new (body: Refusal['body']) => Error

/** The exceptions of `@nestjs/common` that a guard throws. */
export interface Exceptions {
  readonly UnauthorizedException: ExceptionClass
  readonly ForbiddenException: ExceptionClass
  readonly NotFoundException: ExceptionClass
}

/** The part of an execution context of Nest that this module uses. */
export interface ContextLike {
  switchToHttp(): { getRequest(): unknown }
}

export interface NestGuardOptions<S, Req> extends GuardOptions<S, Req> {
  /** `import * as nest from '@nestjs/common'`, because Nest knows no other exceptions than its own. */
  readonly nest: Exceptions
  /** Returns the request of a context. The default is the request of HTTP. A method, because your function takes more members. */
  request?(context: ContextLike): Req
}

/** A guard for `@UseGuards`. Nest makes other requests of other transports: see `request` in the options. */
export interface NestGuard {
  canActivate(context: ContextLike): Promise<boolean>
}

const EXCEPTIONS = {
  401: 'UnauthorizedException',
  403: 'ForbiddenException',
  404: 'NotFoundException',
} as const satisfies Record<Refusal['status'], keyof Exceptions>

const toGuard = <S, Req extends object>(
  guard: Guard<Req, Permitted<unknown> | Listed>,
  options: NestGuardOptions<S, Req>,
): NestGuard => ({
  canActivate: async (context) => {
    // The loader and the options name the type of the request.
    const request = options.request?.(context) ?? (context.switchToHttp().getRequest() as Req)
    const result = await guard(request)
    if (isRefusal(result)) throw new options.nest[EXCEPTIONS[result.status]](result.body)
    Object.assign(request, { access: result })
    return true
  },
})

/**
 * A guard for `@UseGuards`, which lets a request pass if the subject has the permission. With `load`, it checks the permission
 * for this resource. It sets `request.access` to `{ resource, decision }`.
 *
 * Otherwise it throws the UnauthorizedException, ForbiddenException or NotFoundException of Nest, whose response is
 * `{ error, code, permission }` with the status 401, 403 or 404. Nest handles the errors of `load`.
 */
export const requirePermission = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(
  policy: Guarded<S, M>,
  permission: P,
  load: Load<Req, M[P]> | undefined,
  options: NestGuardOptions<S, Req>,
): NestGuard => toGuard(guardPermission(policy, permission, load, options), options)

/** A guard for lists: sets `request.access` to `{ filter }`. */
export const permissionFilter = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Req extends object,
>(
  policy: Guarded<S, M>,
  permission: P,
  options: NestGuardOptions<S, Req>,
): NestGuard => toGuard(guardList(policy, permission, options), options)
