import { type Condition, always, constantOf } from './condition.ts'
import { isOutOfScope, lists } from './decision.ts'
import { type Row, compile } from './evaluate.ts'
import type { Entry, Rule } from './rules.ts'
import { join, negate, resolve } from './simplify.ts'
import type { Subject } from './subject.ts'

/** Which rows a subject may do something to: all, none, or those for which `where` holds. */
export type Filter =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'when'; readonly where: Condition }

/** The rows an entry allows the subject; none where the policy has no entry. */
export function filterFor(entry: Entry | undefined, subject: Subject, permission: string): Filter {
  if (!entry || isOutOfScope(subject, permission)) return { kind: 'never' }
  const anyOf = (rules: readonly Rule[]) =>
    join(
      'or',
      rules.map((rule) => resolve(rule.when, subject)),
    )
  const allowed = lists(subject.permissions, permission) ? always : anyOf(entry.allow)
  const where = join('and', [allowed, negate(anyOf(entry.deny))])
  const constant = constantOf(where)
  return constant === undefined ? { kind: 'when', where } : { kind: constant ? 'always' : 'never' }
}

/** A test for many rows: `articles.filter(matcher(policy.filter(user, 'articles:read')))`. */
export const matcher = (filter: Filter): ((row: Row) => boolean) =>
  // A filter's condition has values in the place of references: it needs no subject.
  filter.kind === 'when' ? (compile(filter.where) as (row: Row) => boolean) : () => filter.kind === 'always'
