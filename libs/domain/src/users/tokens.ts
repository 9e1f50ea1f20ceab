import { SECOND_MS } from '../rules/time.ts'

/** C3.6: the creation of a user rounds down, so that a token of the same second is valid. */
export const computeFirstTokenTime = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS)

/**
 * C3.6: the end of sessions rounds up, so that a token of the same second ends too. A sign-in since the last end can have that
 * end as its time, and ends too: the new end is later than the last one, also within one second.
 */
export const computeSessionEnd = (
  now: Date,
  { tokensValidFrom }: { readonly tokensValidFrom: Date },
): Date => {
  const latest = Math.max(now.getTime(), tokensValidFrom.getTime())
  return new Date(Math.ceil((latest + 1) / SECOND_MS) * SECOND_MS)
}

/** C3.6: the `iat` of a token of this service, in whole seconds. */
export const computeIssuedAt = (now: Date, tokensValidFrom: Date): number =>
  Math.max(Math.floor(now.getTime() / SECOND_MS), Math.ceil(tokensValidFrom.getTime() / SECOND_MS))
