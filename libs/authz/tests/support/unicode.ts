import fc from 'fast-check'

/** Each code point that a text can have alone, without surrogates. */
export const listLetters = (): readonly string[] =>
  Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))

const between = (first: number, last: number): fc.Arbitrary<string> =>
  fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code))

/** Characters of several scripts, and marks that compose with them; no NUL, which PostgreSQL cannot store. */
const character = fc.oneof(
  between(0x20, 0x7e),
  between(0xa0, 0x24f),
  between(0x300, 0x36f),
  between(0x370, 0x58f),
  between(0x590, 0x77f),
  between(0x900, 0x97f),
  between(0x1100, 0x1112),
  between(0x1161, 0x1175),
  between(0x11a8, 0x11c2),
  between(0x1e00, 0x1fff),
  between(0x3041, 0x309f),
  between(0xac00, 0xd7a3),
  between(0xf900, 0xfb4f),
  between(0x10000, 0x1ffff),
  between(0x2f800, 0x2fa1d),
)

/** Texts that are not in a normal form. */
export const texts = fc.array(character, { maxLength: 40 }).map((letters) => letters.join(''))
