/** The longest reason of a rule, in characters. */
export const LONGEST_REASON = 500

/** A character can be two units of JavaScript. The schema of policies counts characters. */
export const isReason = (given: unknown): given is string =>
  typeof given === 'string' &&
  given !== '' &&
  given.length <= 2 * LONGEST_REASON &&
  [...given].length <= LONGEST_REASON
