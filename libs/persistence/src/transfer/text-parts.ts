/** Each other character separates words, also after PostgreSQL has removed accents. */
const PARTS = /[0-9A-Za-z\u0080-\uffff]+/g

/** The search covers only the beginning of longer texts; see `text_words`. */
const WHOLE_TEXT = 250_000

/**
 * The different parts of texts, for `text_words`, which finds the words in them. A set of texts has each common word
 * hundreds of times, and PostgreSQL would take as long to find the words as to write the documents.
 */
export class TextParts {
  readonly #known = new Set<string>()

  /** The parts of the text that no text before it has, as a text. */
  takeNew(text: string): string {
    const parts = text.slice(0, WHOLE_TEXT).match(PARTS) ?? []
    return parts
      .filter((part) => {
        const isNew = !this.#known.has(part)
        this.#known.add(part)
        return isNew
      })
      .join(' ')
  }
}
