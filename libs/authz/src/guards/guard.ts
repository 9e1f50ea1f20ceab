import type { Decision } from '../engine/decisions/decision.ts'
import { describeUnknown } from '../engine/decisions/suggest.ts'
import { member } from '../engine/conditions/value.ts'
import { AccessDenied } from '../engine/errors.ts'
import type { Filter } from '../engine/decisions/filter.ts'
import type { Abilities, Ability, PolicyData } from '../engine/policy/policy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

export interface GuardOptions<S, Req> {
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

/** The part of a policy that guards use. */
export type Guarded<S extends Subject, M extends object> = Abilities<S, M> & Pick<PolicyData, 'permissions'>

/** Loads the resource of a request. Null and undefined mean that it does not exist. */
export type Load<Req, Row> = (request: Req) => Row | null | undefined | Promise<Row | null | undefined>

/** The resource that `load` returned, and the decision with its obligations. */
export interface Permitted<Row> {
  readonly resource: Row | undefined
  readonly decision: Decision
}

/** The filter of the rows for which the subject has the permission. */
export interface Listed {
  readonly filter: Filter
}

/** The response to a request without the permission. */
export interface Refusal {
  readonly status: 401 | 403 | 404
  readonly body: { readonly error: string; readonly code: string; readonly permission: string }
}

/** Checks a request. @throws the errors of `load`. */
export type Guard<Req, Passed> = (request: Req) => Promise<Passed | Refusal>

export const isRefusal = (result: object): result is Refusal => 'status' in result && 'body' in result

function readSubject<S, Req>(subjectOf: (request: Req) => S | null | undefined, request: Req): S | null {
  try {
    return subjectOf(request) ?? null
  } catch {
    return null
  }
}

function checkPermission({ permissions }: Pick<PolicyData, 'permissions'>, permission: string): void {
  if (!permissions.includes(permission))
    throw new TypeError(`A guard names ${describeUnknown('permission', permission, permissions)}`)
}

const findSubject = <S>(request: unknown) => member(Object(request), 'user') as S | null | undefined

/**
 * `pass` returns null if the resource does not exist, and throws AccessDenied.
 * @throws {TypeError} if the policy does not define the permission.
 */
function createGuard<S extends Subject, M extends object, Req, Passed extends object>(
  policy: Guarded<S, M>,
  permission: keyof M & string,
  { subject: subjectOf = findSubject, forbiddenStatus = 403 }: GuardOptions<S, Req>,
  pass: (ability: Ability<M>, request: Req) => Promise<Passed | null>,
): Guard<Req, Passed> {
  checkPermission(policy, permission)
  const hides = forbiddenStatus === 404
  const refuse = (status: Refusal['status'], error: string, code: string): Refusal => ({
    status,
    body: { error, code, permission },
  })
  const missing = refuse(404, 'Not found', 'NOT_FOUND')
  return async (request) => {
    const ability = policy.for(readSubject(subjectOf, request))
    try {
      const passed = await pass(ability, request)
      // If a resource could be forbidden, a missing one gets the response of a forbidden one.
      if (passed === null && hides) ability.authorize(permission)
      return passed ?? missing
    } catch (error) {
      if (!(error instanceof AccessDenied)) throw error
      if (error.code === 'UNAUTHENTICATED') return refuse(401, error.message, error.code)
      return hides ? missing : refuse(403, error.message, error.code)
    }
  }
}

/**
 * Checks the permission of a request, for the resource that `load` returns. If no resource could allow the request, it
 * refuses before it calls `load`.
 */
export const guardPermission = <S extends Subject, M extends object, P extends keyof M & string, Req>(
  policy: Guarded<S, M>,
  permission: P,
  load: Load<Req, M[P]> | undefined,
  options: GuardOptions<S, Req> = {},
): Guard<Req, Permitted<M[P]>> =>
  createGuard(policy, permission, options, async (ability, request) => {
    if (!load || !ability.permits(permission))
      return { resource: undefined, decision: ability.authorize(permission) }
    const resource = (await load(request)) ?? null
    return resource === null ? null : { resource, decision: ability.authorize(permission, resource) }
  })

/** Refuses a list if there can be no rows for which the subject has the permission. */
export const guardList = <S extends Subject, M extends object, P extends keyof M & string, Req>(
  policy: Guarded<S, M>,
  permission: P,
  options: GuardOptions<S, Req> = {},
): Guard<Req, Listed> =>
  createGuard(policy, permission, options, async (ability) => {
    const filter = ability.filter(permission)
    if (filter.kind === 'never') ability.authorize(permission)
    return filter.kind === 'never' ? null : { filter }
  })
