import type { TRPCMiddlewareFunction as ImportedFunction } from '@trpc/server' with {
  'resolution-mode': 'import',
}
import type { TRPCMiddlewareFunction as RequiredFunction } from '@trpc/server' with {
  'resolution-mode': 'require',
}
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

/** The class of the errors of tRPC. */
export type TrpcErrorClass = new (given: {
  code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND'
  message: string
}) => Error

/** The parts of a call that a loader can read: the context and the input, as the procedure has validated it. */
export interface Call<Context, Input> {
  readonly ctx: Context
  readonly input: Input
}

export interface TrpcGuardOptions<S, C> extends GuardOptions<S, C> {
  /** `TRPCError` of `@trpc/server`, because the errors of another copy would not be `instanceof` yours. */
  readonly TRPCError: TrpcErrorClass
}

/* eslint-disable @typescript-eslint/no-explicit-any -- The result does not depend on the context, the metadata and the input. */
/**
 * The result of a middleware that adds `access` to the context. tRPC has its declarations twice, for `import` and for `require`,
 * and the compiler finds the added members only in the result of those that your program uses.
 */
type Result<Passed> =
  | Awaited<ReturnType<ImportedFunction<any, any, any, { access: Passed }, any>>>
  | Awaited<ReturnType<RequiredFunction<any, any, any, { access: Passed }, any>>>
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Runs the procedure with this addition to its context. Its result is that of tRPC, which a middleware passes on. */
type Next<Passed> = (added: { ctx: { access: Passed } }) => Promise<Result<Passed>>

/** A function for `use` of a procedure. It adds `access` to the context. */
export type Middleware<Context, Input, Passed> = (
  call: Call<Context, Input> & { readonly next: Next<Passed> },
) => Promise<Result<Passed>>

const CODES = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' } as const satisfies Record<
  Refusal['status'],
  string
>

const toMiddleware =
  <Context, Input, Passed extends object>(
    guard: Guard<Call<Context, Input>, Passed>,
    { TRPCError }: { readonly TRPCError: TrpcErrorClass },
  ): Middleware<Context, Input, Passed> =>
  async ({ ctx, input, next }) => {
    const result = await guard({ ctx, input })
    if (isRefusal(result)) throw new TRPCError({ code: CODES[result.status], message: result.body.error })
    return next({ ctx: { access: result } })
  }

/** By default, the subject is `user` of the context. */
const withSubject = <S, C extends Call<unknown, unknown>>(
  options: TrpcGuardOptions<S, C>,
): TrpcGuardOptions<S, C> => ({
  subject: ({ ctx }) => (ctx as { readonly user?: S | null } | undefined)?.user,
  ...options,
})

/**
 * Middleware that lets a call pass if the subject has the permission. With `load`, it checks the permission for this resource.
 * Use it after `input`, so that `load` gets the validated input. It sets `ctx.access` to `{ resource, decision }`.
 *
 * Otherwise it throws a TRPCError: UNAUTHORIZED if there is no subject or its `id` is null, FORBIDDEN if the subject lacks the
 * permission, and NOT_FOUND if `load` returns null or undefined. tRPC handles the errors of `load`.
 */
export const requirePermission = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Context,
  Input,
>(
  policy: Guarded<S, M>,
  permission: P,
  load: Load<Call<Context, Input>, M[P]> | undefined,
  options: TrpcGuardOptions<S, Call<Context, Input>>,
): Middleware<Context, Input, Permitted<M[P]>> =>
  toMiddleware(guardPermission(policy, permission, load, withSubject(options)), options)

/** Middleware for lists: sets `ctx.access` to `{ filter }`. */
export const permissionFilter = <
  S extends Subject,
  M extends object,
  P extends keyof M & string,
  Context,
  Input,
>(
  policy: Guarded<S, M>,
  permission: P,
  options: TrpcGuardOptions<S, Call<Context, Input>>,
): Middleware<Context, Input, Listed> =>
  toMiddleware(guardList(policy, permission, withSubject(options)), options)
