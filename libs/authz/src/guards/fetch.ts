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

/** A Fetch request has no user, so that the subject must be named. */
export interface FetchGuardOptions<S> extends Omit<GuardOptions<S, Request>, 'subject'> {
  readonly subject: (request: Request) => S | null | undefined
}

type Check<Passed> = (request: Request) => Promise<Passed | Response>

const toCheck =
  <Passed extends object>(guard: Guard<Request, Passed>): Check<Passed> =>
  async (request) => {
    const result = await guard(request)
    return isRefusal(result) ? Response.json(result.body, { status: result.status }) : result
  }

/**
 * A function from a Fetch request to the resource and the decision, or to the response of a refusal:
 * `const access = await mayWrite(request); if (access instanceof Response) return access`.
 */
export const requirePermission = <S extends Subject, M extends object, P extends keyof M & string>(
  policy: Guarded<S, M>,
  permission: P,
  load: Load<Request, M[P]> | undefined,
  options: FetchGuardOptions<S>,
): Check<Permitted<M[P]>> => toCheck(guardPermission(policy, permission, load, options))

/** The same for lists: a function from a request to the filter, or to the response of a refusal. */
export const permissionFilter = <S extends Subject, M extends object, P extends keyof M & string>(
  policy: Guarded<S, M>,
  permission: P,
  options: FetchGuardOptions<S>,
): Check<Listed> => toCheck(guardList(policy, permission, options))
