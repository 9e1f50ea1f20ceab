import { MISTAKE_KINDS } from './mistakes.ts'
import { FORMS, type Form, type MisspeltSearch } from './searches.ts'

/** A search, and whether the article was among the first ten results with the mistake and without it. */
export interface Outcome extends MisspeltSearch {
  readonly isFound: boolean
  readonly isFoundSpeltCorrectly: boolean
}

const LENGTHS = [
  ['6–7 letters', 6, 7],
  ['8–9 letters', 8, 9],
  ['10 or more', 10, Infinity],
] as const

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % of ${whole}`

/** The share of the searches that find the article although a word is misspelt, of those that find it without the mistake. */
const share = (outcomes: readonly Outcome[], form: Form): string => {
  const possible = outcomes.filter((outcome) => outcome.form === form && outcome.isFoundSpeltCorrectly)
  return percent(possible.filter(({ isFound }) => isFound).length, possible.length)
}

const line = (name: string, cells: readonly string[]): string =>
  name.padEnd(24) + cells.map((cell) => cell.padStart(18)).join('')

const shares = (name: string, outcomes: readonly Outcome[]): string =>
  line(
    name,
    FORMS.map((form) => share(outcomes, form)),
  )

/** The lines of the table: a row for each kind of mistake and length of word, a column for each form of search. */
export const reportLines = (outcomes: readonly Outcome[]): readonly string[] => [
  line('', FORMS),
  ...MISTAKE_KINDS.flatMap((kind) =>
    LENGTHS.map(([length, from, to]) =>
      shares(
        `${kind}, ${length}`,
        outcomes.filter((one) => one.kind === kind && one.length >= from && one.length <= to),
      ),
    ),
  ),
  shares('all', outcomes),
]

/** The share of all searches of one form, also of those that do not find the article when they are spelt correctly. */
export const shareOfAll = (outcomes: readonly Outcome[], form: Form): string => {
  const all = outcomes.filter((outcome) => outcome.form === form)
  return percent(all.filter(({ isFound }) => isFound).length, all.length)
}
