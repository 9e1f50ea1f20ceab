const WORD = /\S+/gu

/**
 * C5.3: a word that the search has already finds nothing more, and each word takes time. Words of quoted phrases stay, and so
 * does `or`, which stands between others.
 */
export const dropRepeated = (query: string): string => {
  if (query.includes('"')) return query
  const seen = new Set<string>()
  const isNew = (word: string): boolean => {
    const folded = word.toLowerCase()
    if (folded === 'or') return true
    const isKnown = seen.has(folded)
    seen.add(folded)
    return !isKnown
  }
  const words = query.match(WORD) ?? []
  const kept = words.filter(isNew)
  return kept.length === words.length ? query : kept.join(' ')
}

/** A search has the price of one for each begun ten words (C12.12). */
const WORDS_AT_ONCE = 10

/** The number of begun tens of words. */
export const countTens = (query: string): number =>
  Math.ceil((query.match(WORD) ?? []).length / WORDS_AT_ONCE)
