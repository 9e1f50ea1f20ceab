import { type Runs, readRuns } from './runs.ts'
import { TEXTS } from './table.ts'

const NO_CHANGE = 0
const EVEN = 1
const ODD = 2
const BY_TEXT = 3

/** What one code point of a run becomes. */
function applyChange(change: number, code: number): string | undefined {
  const [kind, number] = [change & 3, change >> 2]
  if (kind === BY_TEXT) return TEXTS[number]
  const isOutside = (kind === EVEN && code % 2 === 1) || (kind === ODD && code % 2 === 0)
  return isOutside ? undefined : String.fromCodePoint(code + number)
}

/** The folded text of each code point that folding changes. */
function mapCodePoints({ starts, changes }: Runs): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const [i, change] of changes.entries()) {
    if (change === NO_CHANGE) continue
    for (let code = starts[i] ?? 0; code < (starts[i + 1] ?? 0); code += 1) {
      const folded = applyChange(change, code)
      if (folded !== undefined) map.set(String.fromCodePoint(code), folded)
    }
  }
  return map
}

let memo: ReadonlyMap<string, string> | undefined
/** The table is read at the first text that needs it. */
const foldedCodePoints = (): ReadonlyMap<string, string> => (memo ??= mapCodePoints(readRuns()))

/** The Unicode Standard, 3.12: a syllable of Hangul is a leading consonant, a vowel, and perhaps a trailing consonant. */
function decomposeSyllable(syllable: string): string {
  const index = (syllable.codePointAt(0) ?? 0) - 0xac00
  const [leading, vowel, trailing] = [Math.floor(index / 588), Math.floor((index % 588) / 28), index % 28]
  const open = String.fromCodePoint(0x1100 + leading, 0x1161 + vowel)
  return trailing === 0 ? open : open + String.fromCodePoint(0x11a7 + trailing)
}

const isSyllable = (letter: string): boolean => letter >= '\uac00' && letter <= '\ud7a3'

/** A text without differences of case, of accents and of canonically equivalent forms. */
export function foldText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  const table = foldedCodePoints()
  let folded = ''
  for (const letter of text)
    folded += table.get(letter) ?? (isSyllable(letter) ? decomposeSyllable(letter) : letter)
  return folded
}
