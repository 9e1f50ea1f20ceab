import { callInside, context, subject } from '../attributes/attribute.ts'
import { collectConditions } from '../conditions/condition.ts'
import type { KindsByName } from '../conditions/kind.ts'
import { isPromise } from '../conditions/value.ts'
import { show } from '../decisions/check.ts'

/** A callback whose types the builder has checked. */
export type Loose = (...given: unknown[]) => unknown

/**
 * The condition that a callback returns. The callback runs twice: the first run is a rehearsal, which finds a condition
 * behind `||` and `??`. If the result lacks a condition that the callback creates, or an attribute that it reads, it is an
 * invalid condition.
 */
export function callWhen(when: Loose, kinds: KindsByName | undefined): unknown {
  const call = () => callInside(null, kinds ?? {}, (attributes) => when(attributes, subject(), context()))
  try {
    const rehearsed = collectConditions(call, true)
    const { result, created, touched } = collectConditions(call, false)
    const parts = listParts(result)
    const unused = [...created.filter((condition) => !parts.has(condition)), ...touched]
    if (isPromise(result) || unused.length > 0) return findMistake(result, created.length, unused)
    return created.length === rehearsed.created.length ? result : { mistake: describeDifference(when) }
  } catch (error) {
    return { mistake: `that throws ${String(error)}${findOperator(error)}` }
  }
}

/** A condition with all conditions inside. A loop, because a condition can be deeper than the stack. */
function listParts(condition: unknown): ReadonlySet<unknown> {
  const parts = new Set([condition])
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    const { condition: inner, conditions = [] } = part as { condition?: unknown; conditions?: unknown }
    for (const each of [inner].concat(conditions)) parts.add(each)
  }
  return parts
}

/** Why the result of a callback is no condition. `unused` has the conditions and the attributes that it lacks. */
function findMistake(result: unknown, created: number, unused: readonly unknown[]) {
  if (isPromise(result)) return { mistake: 'that is a promise; the callback must not be async' }
  if (created === 0 && typeof result === 'boolean')
    return {
      mistake: `${show(result)}, which compares ${show(unused)} in JavaScript; use eq() and ne() instead of === and !==`,
    }
  return { mistake: `that loses ${show(unused)}; use and(), or(), not() instead of &&, || and !` }
}

const LONGEST_SOURCE = 200

/** A condition behind `||` or `??` is created in the rehearsal alone. So is one that the callback makes only once. */
function describeDifference(when: Loose): string {
  const source = String(when).replaceAll(/\s+/g, ' ').slice(0, LONGEST_SOURCE)
  return `that a second call of ${source} makes differently; use or() instead of || and ??, and change nothing in the callback`
}

/** `a.id > 5` throws, because an attribute has no number. */
const findOperator = (error: unknown): string =>
  error instanceof TypeError && /primitive/.test(error.message)
    ? '; use lt(), lte(), gt(), gte() instead of <, <=, >, >='
    : ''
