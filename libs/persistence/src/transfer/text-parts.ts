/** Each other character separates words, also after PostgreSQL has removed accents. */
const PARTS = /[0-9A-Za-z\u0080-\uffff]+/g

/** The search covers only the beginning of longer texts; see `text_words`. */
const WHOLE_TEXT = 250_000
const BODY_CHARACTERS = 100_000

/**
 * The different parts of texts, for `text_words`, which finds the words in them. A set of texts has each common word
 * hundreds of times, and PostgreSQL would take as long to find the words as to write the documents.
 */
export class TextParts {
  readonly #parts = new Set<string>()

  add(text: string): void {
    for (const part of text.slice(0, WHOLE_TEXT).match(PARTS) ?? []) this.#parts.add(part)
  }

  /** The parts as a few texts. */
  join(): readonly string[] {
    const bodies: string[] = []
    let [body, characters]: [string[], number] = [[], 0]
    for (const part of this.#parts) {
      if (characters + part.length > BODY_CHARACTERS) {
        bodies.push(body.join(' '))
        ;[body, characters] = [[], 0]
      }
      body.push(part)
      characters += part.length + 1
    }
    return body.length > 0 ? [...bodies, body.join(' ')] : bodies
  }
}
