import { RE2JS } from 're2js'
import { InvalidValue } from './errors.ts'
import { countMatched } from './pattern-budget.ts'

/** C16.1: the most characters of a pattern. */
export const MOST_OF_PATTERN = 1_000

/** RE2 and ECMAScript mean the same by a pattern that both can read. */
const isReadable = (pattern: string): boolean => {
  try {
    RE2JS.compile(pattern)
    // The flag is that of JSON Schema (2020-12, section 6.3.3).
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** What is wrong with a pattern of a declaration; an empty list if both engines can read it. */
export const findPatternProblems = (pattern: unknown): readonly string[] => {
  if (typeof pattern !== 'string') return ['pattern must be a text']
  if (pattern.length > MOST_OF_PATTERN)
    return [`pattern has ${pattern.length} characters, and the most are ${MOST_OF_PATTERN}`]
  return isReadable(pattern)
    ? []
    : [
        `pattern ${JSON.stringify(pattern)} is no regular expression of RE2 and ECMAScript; look-around and references are not`,
      ]
}

/**
 * C16.1: a rule for texts that match the pattern as a whole. The engine takes a time that grows with the length of the text
 * alone, whatever the pattern is.
 */
export const createPatternRule = (pattern: string): ((text: string) => string) => {
  let compiled: RE2JS | undefined
  return (text) => {
    countMatched(text)
    compiled ??= RE2JS.compile(pattern)
    if (!compiled.matches(text)) throw new InvalidValue(`must match the pattern ${pattern}`)
    return text
  }
}
