import { type Condition, always, freeze, never } from './condition.ts'

/** The negated condition. It contains no double negation. */
export const negate = (condition: Condition): Condition =>
  condition === always
    ? never
    : condition === never
      ? always
      : condition.op === 'not'
        ? condition.condition
        : freeze({ op: 'not', condition })

/** Joins conditions. It merges nested junctions and decides the junction if a part decides it. */
export function join(op: 'and' | 'or', conditions: readonly Condition[]): Condition {
  const [neutral, decisive] = op === 'and' ? [always, never] : [never, always]
  const parts: Condition[] = []
  for (const condition of conditions) {
    if (condition === decisive) return decisive
    if (condition.op !== op) parts.push(condition)
    else
      for (const part of condition.conditions) {
        if (part === decisive) return decisive
        if (part !== neutral) parts.push(part)
      }
  }
  if (parts.length > 1) return freeze({ op, conditions: freeze(parts) })
  return parts[0] ?? neutral
}
