const fold = (name: string): string => name.toLowerCase().replaceAll('_', '')

const sortLetters = (name: string): string => [...fold(name)].sort().join('')

/** Whether the longer name has one letter more. A plural and a name with a number are names of their own. */
const hasLetterMore = (longer: string, shorter: string): boolean =>
  longer.length === shorter.length + 1 &&
  [...longer].some((letter, i) => {
    const isPlural = letter === 's' && i === shorter.length
    return !isPlural && !/\d/.test(letter) && longer.slice(0, i) + longer.slice(i + 1) === shorter
  })

// Many short names differ by one letter: `from` and `form`.
const SHORTEST = 5

/** Whether nobody would give two attributes of one object these names. */
function areOneName(a: string, b: string): boolean {
  if (fold(a) === fold(b)) return true
  if (a.length < SHORTEST || b.length < SHORTEST) return false
  return sortLetters(a) === sortLetters(b) || hasLetterMore(a, b) || hasLetterMore(b, a)
}

/**
 * A message about a name that is probably a misspelt one of the declared names. An object can have attributes whose kinds
 * nobody declares, so that other names stay. A condition on an absent attribute would never be true.
 */
export function describeMisspelt(
  what: 'attribute' | 'field',
  name: string,
  kinds: object,
): string | undefined {
  if (Object.hasOwn(kinds, name)) return undefined
  const meant = Object.keys(kinds).find((other) => areOneName(name, other))
  if (meant === undefined) return undefined
  return `unknown ${what} "${name}"; did you mean "${meant}"? If not, declare the kind of "${name}", too`
}
