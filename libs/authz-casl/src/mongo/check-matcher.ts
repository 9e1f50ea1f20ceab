import { Inexact } from '../rules/inexact.ts'
import { isQuery } from '../rules/query.ts'

/** A part of the conditions as the matcher of the ability has read them. */
interface Parsed {
  readonly operator?: unknown
  readonly field?: unknown
  readonly value?: unknown
}

/** An operator that the matcher took for the name of a field, or for a part of a value. */
function findUnread({ field, value }: Parsed): string | undefined {
  if (typeof field === 'string' && field.startsWith('$')) return field
  return isQuery(value) ? Object.keys(value).find((name) => name.startsWith('$')) : undefined
}

/**
 * CASL has no matcher of `$and`, `$or`, `$nor` and `$not` unless the program gives it one: such a rule matches nothing. What a
 * matcher has read shows it.
 * @throws {Inexact} for an operator that the matcher of the ability does not know.
 */
export function checkMatcher(parsed: unknown): void {
  const parts: unknown[] = [parsed]
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    if (Array.isArray(part)) {
      for (const each of part) parts.push(each)
      continue
    }
    const unread = findUnread(part)
    if (unread !== undefined) throw refuse(unread, (part as Parsed).field)
    parts.push((part as Parsed).value)
  }
}

const refuse = (operator: string, field: unknown): Inexact =>
  new Inexact(
    operator,
    typeof field === 'string' && field !== operator ? field : '',
    'the matcher of the ability does not know it, so that the rule matches nothing; pass a conditionsMatcher that knows it',
  )
