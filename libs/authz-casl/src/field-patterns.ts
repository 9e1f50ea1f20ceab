import type { FieldMatcher } from './types.ts'

/** A star of a pattern, with the dots around it. */
interface Star {
  /** A single star takes no dots, and two stars take any text of one line. */
  readonly isDeep: boolean
  readonly minimum: 0 | 1
}
type Part = string | Star

/** The parts of a pattern. The last part is optional if it is a star: `author.*` also means `author`. */
interface Pattern {
  readonly parts: readonly Part[]
  readonly tail: readonly Part[]
}

function readPattern(text: string): Pattern {
  const pattern: { parts: Part[]; tail: Part[] } = { parts: [], tail: [] }
  let place = 0
  for (const { 0: match, index } of text.matchAll(/\.?\*+\.?/g)) {
    const [before, after] = [match.startsWith('.'), match.endsWith('.')]
    const star: Star = {
      isDeep: match.includes('**'),
      minimum: text.startsWith('*') || (before && after) ? 1 : 0,
    }
    const parts = [...(before ? ['.'] : []), star, ...(after ? ['.'] : [])]
    pattern.parts.push(text.slice(place, index))
    place = index + match.length
    pattern[place === text.length ? 'tail' : 'parts'].push(...parts)
  }
  pattern.parts.push(text.slice(place))
  return pattern
}

/** The places in the field after a part that begins at one of the given places. Each part reads the field once. */
function advance(part: Part, field: string, from: ReadonlySet<number>): ReadonlySet<number> {
  const reached = new Set<number>()
  if (typeof part === 'string') {
    for (const place of from) if (field.startsWith(part, place)) reached.add(place + part.length)
    return reached
  }
  const stop = part.isDeep ? '\n\r\u2028\u2029' : '.'
  let isInside = false
  for (let place = 0; place <= field.length; place += 1) {
    if (isInside || (from.has(place) && part.minimum === 0)) reached.add(place)
    isInside = (isInside || from.has(place)) && !stop.includes(field.charAt(place))
  }
  return reached
}

const reach = (parts: readonly Part[], field: string, from: ReadonlySet<number>): ReadonlySet<number> =>
  parts.reduce((places, part) => advance(part, field, places), from)

function matches({ parts, tail }: Pattern, field: string): boolean {
  const places = reach(parts, field, new Set([0]))
  return places.has(field.length) || (tail.length > 0 && reach(tail, field, places).has(field.length))
}

/**
 * Tests fields by names with stars: `author.*` means one name after the dot, and `author.**` any number of names. The time
 * grows with the length of the pattern and the field only, so that no pattern of a rule can stop the process.
 */
export const fieldPatternMatcher: FieldMatcher = (fields) => {
  const names = new Set<string>(fields)
  const patterns = fields.some((field) => field.includes('*')) ? fields.map(readPattern) : []
  return (field) =>
    patterns.length > 0 ? patterns.some((pattern) => matches(pattern, field)) : names.has(field)
}
