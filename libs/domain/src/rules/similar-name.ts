import { isMisspelling } from './misspelling.ts'

const fold = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase()

/** Names are few, so that even a short one, such as list, is recognized. */
const OF_NAMES = { shortest: 4, swapped: 4 }

/** The word of a closed set in any case; undefined for another word. */
export const findWord = <Word extends string>(words: readonly Word[], given: string): Word | undefined =>
  words.find((word) => word === given) ?? words.find((word) => word.toUpperCase() === given.toUpperCase())

/** The known name that somebody meant; undefined if none is similar. */
export const findMeant = <Name extends string>(typed: string, known: readonly Name[]): Name | undefined =>
  known.find((name) => fold(name) === fold(typed) || isMisspelling(typed, name, OF_NAMES))

/** `did you mean seenWith?`, or the known names if none is similar. */
export const adviseName = (typed: string, known: readonly string[]): string => {
  const meant = findMeant(typed, known)
  return meant === undefined ? `use one of ${known.join(', ')}` : `did you mean ${meant}?`
}

/** A problem for each member that is not known: an option that nobody reads would have no effect. */
export const findUnknownOptions = (given: object, known: readonly string[]): readonly string[] =>
  Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `no option has the name ${name}; ${adviseName(name, known)}`)
