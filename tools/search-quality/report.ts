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
  ['10 letters or more', 10, Infinity],
] as const

/** The share of found articles, between 0 and 1; 1 for an empty list. */
const found = (outcomes: readonly Outcome[]): number =>
  outcomes.length === 0 ? 1 : outcomes.filter(({ isFound }) => isFound).length / outcomes.length

/** The searches of one form that find the article when all words are spelt correctly. */
const possible = (outcomes: readonly Outcome[], form: Form): readonly Outcome[] =>
  outcomes.filter((outcome) => outcome.form === form && outcome.isFoundSpeltCorrectly)

/** The share of the searches of one form that find the article despite the mistake, of those that can find it. */
export const shareFound = (outcomes: readonly Outcome[], form: Form): number =>
  found(possible(outcomes, form))

const shareText = (outcomes: readonly Outcome[]): string =>
  `${(100 * found(outcomes)).toFixed(1).padStart(5)} % of ${String(outcomes.length).padStart(4)}`

const row = (name: string, cells: readonly string[]): string =>
  name.padEnd(30) + cells.map((cell) => cell.padStart(20)).join('')

const shares = (name: string, outcomes: readonly Outcome[]): string =>
  row(
    name,
    FORMS.map((form) => shareText(possible(outcomes, form))),
  )

const sharesOfAll = (outcomes: readonly Outcome[]): string =>
  row(
    'all searches',
    FORMS.map((form) => shareText(outcomes.filter((outcome) => outcome.form === form))),
  )

/** A table in lines of text: a row for each kind of mistake and length of word, a column for each form of search. */
export const reportLines = (outcomes: readonly Outcome[]): readonly string[] => [
  'Searches with one misspelt word that have the article among their first ten results. Rows count the searches that',
  'have it when all words are spelt correctly; the last row counts also words that are in too many titles for that.',
  '',
  row('', FORMS),
  ...MISTAKE_KINDS.flatMap((kind) =>
    LENGTHS.map(([length, from, to]) =>
      shares(
        `${kind}, ${length}`,
        outcomes.filter((one) => one.kind === kind && one.length >= from && one.length <= to),
      ),
    ),
  ),
  shares('all of these', outcomes),
  sharesOfAll(outcomes),
]

/** A line for each search that finds the article only when all words are spelt correctly. */
export const misses = (outcomes: readonly Outcome[]): readonly string[] =>
  outcomes
    .filter(({ isFound, isFoundSpeltCorrectly }) => isFoundSpeltCorrectly && !isFound)
    .map(({ kind, misspelt, correct }) => `${kind}: ${misspelt} (${correct})`)
