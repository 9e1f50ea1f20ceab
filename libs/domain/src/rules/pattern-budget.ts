import { InvalidValue } from './errors.ts'

/**
 * C16.1: the most characters that the patterns of one value look at. The engine takes a time that grows with their number:
 * up to 15 µs for each on a slow pattern, in which nobody else is served.
 */
export const MOST_MATCHED = 20_000

/** The characters that are left to the patterns of the value that a rule checks now. */
let left: number | null = null

/** Counts a text that a pattern is about to look at. @throws InvalidValue after too many characters. */
export const countMatched = (text: string): void => {
  if (left === null) {
    if (text.length > MOST_MATCHED) throw new InvalidValue(`must have at most ${MOST_MATCHED} characters`)
    return
  }
  left -= text.length
  if (left < 0)
    throw new InvalidValue(
      `is too long together with the other texts of the field that have a pattern; send at most ${MOST_MATCHED} characters`,
    )
}

/** A rule for a value with parts, whose patterns share the limit. Rules are synchronous, so that none runs in between. */
export const limitPatterns =
  <In, Out>(rule: (value: In) => Out) =>
  (value: In): Out => {
    // The limit is that of the outermost value.
    if (left !== null) return rule(value)
    left = MOST_MATCHED
    try {
      return rule(value)
    } finally {
      left = null
    }
  }
