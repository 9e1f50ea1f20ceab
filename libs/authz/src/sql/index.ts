import { type Condition, always, never } from '../condition.ts'
import type { Filter } from '../filter.ts'
import { type Dialect, type Piece, type Syntax, dialects, textArrays } from './dialect.ts'
import { piecesOf } from './pieces.ts'

export type { Dialect } from './dialect.ts'

export interface FragmentOptions {
  /** The default is `postgresql`. */
  readonly dialect?: Dialect
  /**
   * Returns the SQL of an attribute's column: a text, or `{ value }` with a part that your template tag understands, such
   * as `sql.ref(…)` of Kysely. The default is the quoted name of the attribute. The column can be null.
   */
  readonly column?: (attribute: string) => string | { readonly value: unknown }
  /** For PostgreSQL: all arrays are `text[]`. The SQL of `contains` is then `column @> array[value]`, which a GIN index serves. */
  readonly textArrays?: boolean
  /**
   * For PostgreSQL: a reference to a subject becomes a value of the fragment. Replace it when you run the statement, so
   * that you can prepare the statement once for all subjects.
   */
  readonly keepReferences?: boolean
}

export interface SqlOptions extends FragmentOptions {
  readonly dialect: Dialect
  readonly column?: (attribute: string) => string
  /** The number of the first placeholder in PostgreSQL. The default is 1. */
  readonly firstPlaceholder?: number
}

/** The SQL text around the values, and the values, parts of a template tag among them. `strings` has one more member than `values`. */
export interface Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

/** Quotes any name safely for the dialect: `quoteName('order', 'postgresql')` is `"order"`. */
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

const syntaxOf = ({
  dialect = 'postgresql',
  textArrays: areText = false,
  keepReferences = false,
}: FragmentOptions): Syntax => {
  if (dialect !== 'postgresql') return dialects[dialect]
  const syntax = areText ? textArrays : dialects.postgresql
  return keepReferences ? { ...syntax, keepsReferences: true } : syntax
}

/**
 * A filter or condition as SQL for a WHERE clause, in the form that template tags take: `sql(strings, ...values)`.
 * The SQL selects a row exactly if the condition is true for the row in JavaScript, also with nulls and negations.
 * If you use it as a column of a SELECT, write `coalesce(…, false)` around it.
 * @throws {TypeError} if the condition still contains a reference to a subject, unless you set `keepReferences`.
 */
export function toFragment(given: Filter | Condition, options: FragmentOptions = {}): Fragment {
  const syntax = syntaxOf(options)
  return assemble(piecesOf(conditionOf(given), false, syntax, options.column ?? syntax.quote), syntax.bind)
}

/** The same as one text with placeholders (`$1` or `?`) and a list of values, for database drivers. */
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
