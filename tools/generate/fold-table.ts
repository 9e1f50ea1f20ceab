import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Writes the table of `@content-service/authz/fold` from the Unicode data of this Node. Another version of Unicode changes
 * what databases have stored and indexed: run this program only for a major version of the library.
 */
const ROOT = resolve(import.meta.dirname, '../..')
export const FILE = join(ROOT, 'libs/authz/src/fold/table.ts')

/** Letters without a decomposition that people write for others. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
}

/** CaseFolding.txt folds Cherokee to capitals, because they are older than its small letters. */
const isCherokee = (letter: string): boolean => /^[\u13a0-\u13fd\uab70-\uabbf]$/.test(letter)

/** The full case folding (C and F) of a code point: the small letters of its capitals. */
function foldCase(letter: string): string {
  const capitals = letter.toUpperCase()
  return isCherokee(letter) ? capitals : Array.from(capitals, (each) => each.toLowerCase()).join('')
}

const foldOnce = (text: string): string =>
  Array.from(
    text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    (letter) => LETTERS[letter] ?? foldCase(letter),
  ).join('')

function foldFully(text: string): string {
  const folded = foldOnce(text)
  return folded === text ? text : foldFully(folded)
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff
/** Arithmetic decomposes the syllables of Hangul. */
const isSyllable = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3

/** The folded texts of all code points that folding changes. */
export function listFolded(): ReadonlyMap<number, string> {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code)
  const changed = codes
    .filter((code) => !isSurrogate(code) && !isSyllable(code))
    .map((code) => [code, foldFully(String.fromCodePoint(code))] as const)
    .filter(([code, folded]) => folded !== String.fromCodePoint(code))
  return new Map(changed)
}

/** The changes of the table, whose forms `table.ts` describes. */
function encodeChanges(folded: ReadonlyMap<number, string>, texts: readonly string[]) {
  const encode = ([code, text]: readonly [number, string]): readonly [number, number] => {
    const place = texts.indexOf(text)
    return [code, place === -1 ? ((text.codePointAt(0) ?? 0) - code) * 4 : place * 4 + 3]
  }
  return new Map([...folded].map(encode))
}

/** The number of code points `step` apart, from `start`, that have the same change and nothing between them. */
function measureRun(changes: ReadonlyMap<number, number>, start: number, step: number): number {
  let length = 1
  const last = () => start + step * length
  while (changes.get(last()) === changes.get(start) && (step === 1 || !changes.has(last() - 1))) length += 1
  return length
}

interface Run {
  readonly start: number
  readonly change: number
  /** The first code point after the run. */
  readonly end: number
}

function findRun(changes: ReadonlyMap<number, number>, start: number, change: number): Run {
  const [all, alternate] = [measureRun(changes, start, 1), measureRun(changes, start, 2)]
  if (all >= alternate || change % 4 !== 0) return { start, change, end: start + all }
  return { start, change: change + 1 + (start % 2), end: start + 2 * alternate - 1 }
}

/** The runs, and between them runs without a change. */
export function listRuns(changes: ReadonlyMap<number, number>): readonly Run[] {
  const runs: Run[] = [{ start: 0, change: 0, end: 0 }]
  let end = 0
  for (const [code, change] of changes) {
    if (code < end) continue
    if (code > end && end > 0) runs.push({ start: end, change: 0, end: code })
    const run = findRun(changes, code, change)
    runs.push(run)
    end = run.end
  }
  return [...runs, { start: end, change: 0, end: 0x110000 }]
}

const writeDifferences = (numbers: readonly number[]): string =>
  numbers.map((each, i) => (each - (numbers[i - 1] ?? 0)).toString(36)).join(' ')

const splitLines = (text: string): readonly string[] => text.match(/.{1,100}(?: |$)/g) ?? []

const writeText = (text: string): string =>
  splitLines(text)
    .map((line) => `  '${line}'`)
    .join(' +\n')

const escapeText = (text: string): string =>
  text.replaceAll(/[^ -~]/gu, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`)

export function renderFoldTable(): string {
  const folded = listFolded()
  const texts = [...new Set([...folded.values()].filter((text) => [...text].length !== 1))].sort()
  const runs = listRuns(encodeChanges(folded, texts))
  return `// \`npm run tool fold-table\` writes this file.

/** The version of Unicode. */
export const UNICODE_VERSION = '${process.versions['unicode']}'

/** What a code point becomes if it becomes not exactly one code point. */
export const TEXTS: readonly string[] = [
${texts.map((text) => `  '${escapeText(text)}',`).join('\n')}
]

/** The first code points of the runs, each as the difference from the one before, in base 36. */
export const STARTS =
${writeText(writeDifferences(runs.map(({ start }) => start)))}

/**
 * The changes of the runs, each as the difference from the one before, in base 36. A change is four times a number, plus a
 * kind: 0 adds the number to each code point, 1 to the even ones, 2 to the odd ones; 3 replaces each by the text at this
 * place.
 */
export const CHANGES =
${writeText(writeDifferences(runs.map(({ change }) => change)))}
`
}

if (import.meta.main) writeFileSync(FILE, renderFoldTable())
