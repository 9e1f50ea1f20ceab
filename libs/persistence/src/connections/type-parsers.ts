import type { ParseValue, TypeParsers } from './pg-client.ts'

export const TIMESTAMPTZ = 1184

/** A text is enough for a response, and `reviveValues` makes dates of others. */
const keepText: ParseValue = (text) => text

const TEXT_ARRAY = 1009
/** A list of texts that contains one of these needs the whole parser. */
const ESCAPED = /["\\]|NULL/

const parseTexts =
  (parseAll: ParseValue): ParseValue =>
  (text) => {
    if (text === '{}') return []
    return ESCAPED.test(text) ? parseAll(text) : text.slice(1, -1).split(',')
  }

/** The parsers of prepared reads. */
export const createTypes = (client: TypeParsers): TypeParsers => ({
  getTypeParser: (type, format) => {
    if (type === TIMESTAMPTZ) return keepText
    const parse = client.getTypeParser(type, format)
    return type === TEXT_ARRAY ? parseTexts(parse) : parse
  },
})
