import { type Condition, always, freeze, never } from '../conditions/condition.ts'
import { copy } from '../conditions/copy.ts'
import { MOST_NESTED_IN_FILTER, checkDepth, checkTestable } from '../conditions/depth.ts'
import { type Row, compile, testOnce } from '../conditions/evaluate.ts'
import { noReads } from '../conditions/reads.ts'
import { isPromise } from '../conditions/value.ts'
import { join, negate } from '../conditions/junctions.ts'
import { type ValueOf, resolve } from '../roles/resolve.ts'
import { type FieldRestriction, listFields, omits, showsField } from '../policy/rule.ts'
import { show } from './check.ts'
import type { Entry } from './entry.ts'
import type { State } from './state.ts'
import { isInScope } from './subject-copy.ts'

/** The rows that show a field to a subject. All other rows omit the field. */
export interface FieldAccess {
  /** The name of the field; `*` stands for all fields that no other member of the list names. */
  readonly field: string
  /** The rows that show the field. */
  readonly shown: Condition
  /** The rows that show the field masked, if they do not show it in full. */
  readonly masked: Condition
}

/** The rows for which a subject has a permission: all, none, or the rows for which `where` is true. */
export type Filter = (
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'when'; readonly where: Condition }
) & {
  /** The fields that not all of these rows show in full. Absent if there are none. */
  readonly fields?: readonly FieldAccess[]
}

const joinAny = (rules: readonly FieldRestriction[]): Condition =>
  join(
    'or',
    rules.map(({ when }) => when),
  )

/** The fields that not all of these rules show, less the fields of the rules in `hide`. */
function listFieldAccess(
  allow: readonly FieldRestriction[],
  hide: readonly FieldRestriction[],
): readonly FieldAccess[] {
  const accessTo = (field: string): FieldAccess => {
    const isHidden = negate(joinAny(hide.filter((rule) => rule.fields?.includes(field))))
    const shown = (isShown: (rule: FieldRestriction) => boolean) =>
      join('and', [joinAny(allow.filter(isShown)), isHidden])
    return freeze({
      field,
      shown: shown((rule) => showsField(rule, field)),
      masked: shown((rule) => !omits(rule, field)),
    })
  }
  const names = [...listFields([...allow, ...hide])].sort()
  // A list of fields hides all fields that nobody names, so that the fields that are always shown are named, too.
  return allow.some((rule) => rule.fields)
    ? [...names, '*'].map(accessTo)
    : names.map(accessTo).filter(({ shown }) => shown !== always)
}

/** The rows that an entry allows for the subject. Without an entry, no rows. */
export function createFilter(entry: Entry | undefined, state: State, permission: string): Filter {
  const readValue: ValueOf = (name) => (state.values as Readonly<Record<string, unknown>>)[name]
  const settle = (rules: readonly FieldRestriction[], unknown: Condition) => {
    const settled: FieldRestriction[] = []
    for (const { when, omit, mask, fields } of rules) {
      const condition = when === always ? when : resolve(when, readValue, unknown)
      if (condition !== never) settled.push({ when: condition, omit, mask, fields })
    }
    return settled
  }
  const isKnown = entry && isInScope(state, permission)
  const granted = isKnown && state.granted.includes(permission) ? [entry.grant()] : []
  const allow = settle(isKnown ? [...granted, ...entry.distinct] : [], never)
  const where = join('and', [joinAny(allow), negate(joinAny(settle(entry?.deny ?? [], always)))])
  const hasFields = where !== never && entry && (entry.restricts || granted.length)
  const fields = hasFields ? listFieldAccess(allow, settle(entry.hide, always)) : []
  const kind = where === always ? 'always' : where === never ? 'never' : 'when'
  const filter = kind === 'when' ? { kind, where } : { kind }
  return freeze((fields.length ? { ...filter, fields: freeze(fields) } : filter) as Filter)
}

/**
 * The condition of the rows that a filter selects.
 * @throws {InvalidPolicy} if it is too deep.
 * @throws {TypeError} if it is neither a filter nor a condition.
 */
export const toCondition = (given: Filter | Condition): Condition => {
  if (Object(given) !== given || !('op' in given || 'kind' in given))
    throw new TypeError(
      `A query needs a filter or a condition, and not ${isPromise(given) ? 'a promise; await it' : show(given)}. Pass policy.filter(subject, permission).`,
    )
  if ('op' in given) return checkDepth(given)
  return given.kind === 'when'
    ? checkDepth(given.where, MOST_NESTED_IN_FILTER)
    : given.kind === 'always'
      ? always
      : never
}

/** A test for many rows: `articles.filter(matcher(policy.filter(user, 'articles:read')))`. */
export function matcher(filter: Filter): (row: Row) => boolean {
  if (filter.kind !== 'when') return () => filter.kind === 'always'
  const reads = noReads()
  return testOnce(compile(checkTestable(copy(filter.where), MOST_NESTED_IN_FILTER), reads, noReads()), reads)
}
