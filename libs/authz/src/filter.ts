import { type Condition, always } from './condition.ts'
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

const anyOf = (rules: readonly Rule[], subject: Subject) =>
  join(
    'or',
    rules.map((rule) => resolve(rule.when, subject)),
  )

/** The filter that a simplified condition amounts to. */
export const filterOf = (where: Condition): Filter =>
  (where.op === 'and' || where.op === 'or') && where.conditions.length === 0
    ? { kind: where.op === 'and' ? 'always' : 'never' }
    : { kind: 'when', where }

export function filterFor(entry: Entry, subject: Subject, permission: string): Filter {
  if (isOutOfScope(subject, permission)) return { kind: 'never' }
  const allowed = lists(subject.permissions, permission) ? always : anyOf(entry.allow, subject)
  return filterOf(join('and', [allowed, negate(anyOf(entry.deny, subject))]))
}

/** A test for many rows: `articles.filter(matcher(policy.filter(user, 'articles:read')))`. */
export function matcher(filter: Filter): (row: Row) => boolean {
  if (filter.kind !== 'when') return () => filter.kind === 'always'
  const test = compile(filter.where)
  return (row) => test(row, {})
}
