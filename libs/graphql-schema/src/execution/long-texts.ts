import { pause } from '@content-service/domain/internal/rules'

/** A hundred shorter texts are written in about 30 ms. */
const LEAST_LONG = 65_536
/** The longest stretch of writing before the process answers others. */
const MOST_MS = 20

/** JSON has this character only as an escape, so that it marks the places of long texts. */
const MARK = '\u0000'

export const isLongText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > LEAST_LONG

/** The long texts of a response. They are written after all other values, with pauses between them. */
export class LongTexts {
  readonly #texts: string[] = []

  /** The sign that stands in the place of a text until `fillIn`. */
  setAside(text: string): string {
    this.#texts.push(text)
    return `${MARK}${this.#texts.length - 1}${MARK}`
  }

  get isEmpty(): boolean {
    return this.#texts.length === 0
  }

  /**
   * The response with its long texts as JSON, in UTF-8: V8 would copy a joined text of this length each time that it is
   * measured or encoded. The caller goes on with it in a turn of its own.
   */
  async fillIn(response: string): Promise<Buffer> {
    let started = performance.now()
    const filled: Buffer[] = []
    // Each second part is the number of a text.
    for (const [place, part] of response.split(MARK).entries()) {
      filled.push(Buffer.from(place % 2 === 0 ? part : JSON.stringify(this.#texts[Number(part)])))
      if (performance.now() - started < MOST_MS) continue
      await pause()
      started = performance.now()
    }
    return Buffer.concat(filled)
  }
}
