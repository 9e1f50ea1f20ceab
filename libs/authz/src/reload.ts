import type { Permissions, Policy } from './policy.ts'
import type { Subject } from './subject.ts'

/** A policy that can be replaced while it is in use. */
export interface ReloadablePolicy<S extends Subject = Subject, M extends object = Permissions> extends Policy<
  S,
  M
> {
  /**
   * Makes the next policy, and once it is whole puts it in the place of the current one. If `make` throws, or
   * its promise is rejected, the current policy stays. Of two replacements the one that was begun last wins.
   */
  replace(make: () => Policy<S, M> | Promise<Policy<S, M>>): Promise<void>
}

/** Each question is answered by one policy from beginning to end; `for` keeps the one it was asked of. */
export function reloadable<S extends Subject, M extends object>(first: Policy<S, M>): ReloadablePolicy<S, M> {
  let current = first
  let begun = 0
  let installed = 0
  return {
    can: (subject, permission, resource) => current.can(subject, permission, resource),
    decide: (subject, permission, resource) => current.decide(subject, permission, resource),
    authorize: (subject, permission, resource) => current.authorize(subject, permission, resource),
    permits: (subject, permission) => current.permits(subject, permission),
    filter: (subject, permission) => current.filter(subject, permission),
    for: (subject) => current.for(subject),
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
      if (mine < installed) return
      installed = mine
      current = next
    },
  }
}
