import type { Values } from '../record/changes.ts'
import { listProblems, type Problem } from './refusals.ts'

/** The value at a path, with the keys of the parts on the way: a part that has moved is another one. */
const trace = (value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] => {
  if (step === undefined || typeof value !== 'object' || value === null) return [value]
  const inside = new Map<string, unknown>(Object.entries(value))
  return [inside.get('key'), ...trace(inside.get(step), rest)]
}

const isSame = (sent: Values, now: Values, path: readonly string[]): boolean =>
  JSON.stringify(trace(sent, path)) === JSON.stringify(trace(now, path))

/** What the service refused of the values that were sent, without what somebody has changed since. */
export const listOpenProblems = (error: unknown, sent: Values | undefined, now: Values): readonly Problem[] =>
  listProblems(error).filter(({ path }) => sent === undefined || isSame(sent, now, path))
