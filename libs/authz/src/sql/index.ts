import { type Condition, always, never } from '../condition.ts'
import type { Filter } from '../filter.ts'
import { type Dialect, type Piece, type Syntax, dialects } from './dialect.ts'
import { piecesOf } from './pieces.ts'

export type { Dialect } from './dialect.ts'

export interface FragmentOptions {
  /** `postgresql` unless given. */
  readonly dialect?: Dialect
  /** The SQL text of an attribute's column; unless given, the attribute's name, quoted. The column may be null. */
  readonly column?: (attribute: string) => string
}

export interface SqlOptions extends FragmentOptions {
  readonly dialect: Dialect
  /** PostgreSQL numbers its placeholders: the number of the first one; 1 unless given. */
  readonly firstPlaceholder?: number
}

/** Text with gaps, and a value for each: `strings` has one more member than `values`. */
export interface Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

/** A name as the dialect writes it, safe for any name: `quoteName('order', 'postgresql')` is `"order"`. */
export const quoteName = (name: string, dialect: Dialect): string => dialects[dialect].quote(name)

const conditionOf = (given: Filter | Condition): Condition => {
  if ('op' in given) return given
  return given.kind === 'when' ? given.where : given.kind === 'always' ? always : never
}

const assemble = (pieces: readonly Piece[], bind: Syntax['bind']): Fragment => {
  const strings = ['']
  const values: unknown[] = []
  for (const piece of pieces)
    if (typeof piece === 'string') strings.push(`${strings.pop()}${piece}`)
    else {
      values.push(bind(piece.value))
      strings.push('')
    }
  return { strings, values }
}

/**
 * A filter or condition as SQL for a WHERE, in the parts that template tags take: `sql(strings, ...values)`.
 * It chooses a row exactly where the condition holds for it in JavaScript, nulls and negations included.
 * As a column of a SELECT write `coalesce(…, false)` around it.
 * @throws {TypeError} if the condition still refers to a subject.
 */
export function toFragment(given: Filter | Condition, options: FragmentOptions = {}): Fragment {
  const syntax = dialects[options.dialect ?? 'postgresql']
  return assemble(piecesOf(conditionOf(given), false, syntax, options.column ?? syntax.quote), syntax.bind)
}

/** The same as text with placeholders (`$1` or `?`) and their values, as drivers take them. */
export function toSql(
  given: Filter | Condition,
  options: SqlOptions,
): { text: string; values: readonly unknown[] } {
  const { strings, values } = toFragment(given, options)
  const { placeholder } = dialects[options.dialect]
  const first = options.firstPlaceholder ?? 1
  const text = strings.reduce((before, string, i) => before + placeholder(first + i - 1) + string)
  return { text, values }
}
