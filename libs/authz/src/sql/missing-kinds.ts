import type { Comparison } from '../engine/conditions/condition.ts'
import { BOOLEAN, DATE, NUMBER, TEXT, classify } from '../engine/conditions/value.ts'

type Listener = (message: string, attribute: string) => void

/** The attributes that each listener knows. */
const told = new WeakMap<Listener, Set<string>>()

const examples: Readonly<Record<number, string>> = {
  [TEXT]: 'text',
  [BOOLEAN]: 'boolean',
  [NUMBER]: 'integer',
  [DATE]: 'timestamp',
}

/** Tells a listener of each attribute without a kind once, with a kind that fits the value. */
export const tellOnce =
  (listener: Listener) =>
  ({ op, attribute, value }: Comparison): void => {
    const known = told.get(listener) ?? new Set()
    told.set(listener, known)
    if (known.has(attribute)) return
    known.add(attribute)
    const kind = examples[classify([value].flat()[0])] ?? 'text'
    listener(
      `"${attribute}" has no kind, so that no index of PostgreSQL serves its comparison. Declare the kind of its column: attrs<…>({ ${attribute}: '${kind}${op === 'contains' ? 'Array' : ''}' }).`,
      attribute,
    )
  }
