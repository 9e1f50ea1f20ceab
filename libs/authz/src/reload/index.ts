import { freeze } from '../engine/conditions/condition.ts'
import { keepDocument, readOwnDocument } from '../engine/policy/own-document.ts'
import type { Permissions, Policy } from '../engine/policy/policy.ts'
import type { Subject } from '../engine/decisions/subject.ts'

/** A policy that you can replace while it is in use. */
export interface ReloadablePolicy<S extends Subject = Subject, M extends object = Permissions> extends Policy<
  S,
  M
> {
  /**
   * Calls `make` and replaces the current policy with the result. If `make` throws or its promise is rejected, the
   * current policy stays. If two replacements run at the same time, the one that began last wins.
   */
  replace(make: () => Policy<S, M> | Promise<Policy<S, M>>): Promise<void>
}

/** Each call uses one policy from start to end. The result of `for` keeps the policy that was current at its call. */
export function reloadable<S extends Subject, M extends object>(first: Policy<S, M>): ReloadablePolicy<S, M> {
  let current = first
  let begun = 0
  let installed = 0
  const policy = freeze<ReloadablePolicy<S, M>>({
    can: (subject, permission, resource, change) => current.can(subject, permission, resource, change),
    decide: (subject, permission, resource, after) => current.decide(subject, permission, resource, after),
    authorize: (subject, permission, resource, after) =>
      current.authorize(subject, permission, resource, after),
    permits: (subject, permission) => current.permits(subject, permission),
    filter: (subject, permission) => current.filter(subject, permission),
    for: (subject, context) => current.for(subject, context),
    relations: (permission) => current.relations(permission),
    get permissions() {
      return current.permissions
    },
    get roles() {
      return current.roles
    },
    get document() {
      return current.document
    },
    async replace(make) {
      begun += 1
      const mine = begun
      const next = await make()
      if (typeof Object(next).authorize !== 'function')
        throw new TypeError('The replacement is no policy. Return a policy from make.')
      if (mine < installed) return
      installed = mine
      current = next
    },
  })
  keepDocument(policy, () => readOwnDocument(current) ?? current.document)
  return policy
}
