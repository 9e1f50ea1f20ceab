import { type Reference, subject } from '@content-service/authz'
import type { UserId } from '../rules/ids.ts'
import type { Caller } from './content-policy.ts'
import { NOW, TIME } from './time-reference.ts'

/** The reference to the caller's id in the conditions of a plan. */
const CALLER_ID: Reference = subject<{ caller: UserId }>().caller

/** Thrown where a plan would need a fact that is known only with the request. */
export class NotPlannable extends Error {}

/** The caller of all requests of this shape: the id and the time are references. */
export const createPlannedCaller = (caller: Caller): Caller => ({
  ...caller,
  // A condition with a reference is valid wherever a condition with the value is.
  id: caller.id === null ? null : (CALLER_ID as unknown as UserId),
  now: TIME as unknown as Date,
})

/** The values of a request for the references of a plan. */
export const bindCaller = ({
  id,
  now: time = new Date(),
}: Caller): Readonly<Record<string, UserId | Date | null>> => ({ [CALLER_ID.subject]: id, [NOW]: time })

/** @throws NotPlannable if a rule asks one of these attributes of a caller that stands for many. */
export const requireKnown = (caller: Caller, attributes: readonly string[]): void => {
  const values: Readonly<Record<string, unknown>> = { id: caller.id, [NOW]: caller.now }
  const unknown = attributes.find((name) => values[name] === CALLER_ID || values[name] === TIME)
  if (unknown !== undefined) throw new NotPlannable(`A rule asks ${unknown} of the caller, and no record.`)
}
