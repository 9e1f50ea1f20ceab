import { type Condition, always, constantOf } from './condition.ts'
import { isOutOfScope, lists } from './decision.ts'
import { type Row, compile } from './evaluate.ts'
import type { Entry, Rule } from './rule.ts'
import { join, negate, resolve } from './simplify.ts'
import type { Subject } from './subject.ts'

/** The rows for which a subject has a permission: all, none, or the rows for which `where` is true. */
export type Filter =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'when'; readonly where: Condition }

/** The rows that an entry allows for the subject. Without an entry, no rows. */
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
  // The condition of a filter contains values instead of references, so it needs no subject.
  filter.kind === 'when' ? (compile(filter.where) as (row: Row) => boolean) : () => filter.kind === 'always'
