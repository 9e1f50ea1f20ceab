import { always, freeze } from '../engine/conditions/condition.ts'
import { compilePolicy } from '../engine/decisions/engine.ts'
import type { Subject } from '../engine/decisions/subject.ts'
import type { RuleDocument } from '../engine/policy/document.ts'
import type { Permissions, Policy } from '../engine/policy/policy.ts'
import type { Packed } from './packed.ts'
import { readClock } from './clock.ts'
import { type OwnRule, type UnpackOptions, readPacked } from './read-packed.ts'

/** A rule without the members that say nothing. */
const toDocument = ({
  effect,
  permissions,
  when,
  after,
  omit,
  mask,
  fields,
  reason,
}: OwnRule): RuleDocument => ({
  effect,
  permissions,
  ...(when !== always && { when }),
  ...(after && { after }),
  ...(omit.length > 0 && { omit }),
  ...(mask.length > 0 && { mask }),
  ...(fields && { fields }),
  ...(reason !== undefined && { reason }),
})

/**
 * A policy with one role, `packed`, that has all packed rules: for filters, and for tools such as `explain`. Ask it with
 * `packedSubject`.
 * @throws {InvalidPolicy} if the packed rules are invalid.
 */
export function unpackPolicy<M extends object = Permissions>(
  packed: Packed,
  options?: UnpackOptions,
): Policy<Subject, M> {
  const { rules, resources } = readPacked(packed, { ...options, clock: readClock() })
  return compilePolicy<Subject, M>({ resources, roles: { packed: { rules: rules.map(toDocument) } } })
}

/**
 * The subject for the policy of `unpackPolicy`. Its id is not the real id, because the rules contain the values
 * already.
 */
export const packedSubject = ({ signedIn }: Packed): Subject =>
  freeze({
    id: signedIn === true ? 'packed' : null,
    roles: freeze(['packed']),
  })
