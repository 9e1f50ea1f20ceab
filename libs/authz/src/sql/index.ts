import type { Condition } from '../engine/conditions/condition.ts'
import { MOST_NESTED_IN_FILTER, checkDepth } from '../engine/conditions/depth.ts'
import { type Filter, toCondition } from '../engine/decisions/filter.ts'
import { type Dialect, type KindOf, type Syntax, dialects, plainColumns, withTextArrays } from './dialect.ts'
import { selectItems } from './fields.ts'
import { findDialect } from './find-dialect.ts'
import { tellOnce } from './missing-kinds.ts'
import type { Piece, Pieces } from './form.ts'
import { writeCondition } from './pieces.ts'
import type { Place, Relations } from './relations.ts'

export type { Dialect, KindOf } from './dialect.ts'
export { checkRelations } from './relations.ts'
export type { JsonRelation, Relation, Relations, TableRelation } from './relations.ts'

export interface FragmentOptions {
  /** The default is `postgresql`. */
  readonly dialect?: Dialect
  /**
   * Returns the SQL of an attribute's column: a text, or `{ value }` with a part that your template tag understands, such
   * as `sql.ref(…)` of Kysely. The default is the quoted name of the attribute. The column can be null.
   */
  readonly column?: (attribute: string) => string | { readonly value: unknown }
  /** Returns the SQL of a text function for a column. The default is a call of the function with the quoted name. */
  readonly call?: (name: string, column: Piece) => Piece
  /** The tables of related rows, which conditions name: `{ owner: { table: 'users', on: { owner_id: 'id' } } }`. */
  readonly relations?: Relations
  /** The name or the alias of the table of the rows, for conditions on related rows. Unnecessary if `column` returns it. */
  readonly table?: string
  /** For PostgreSQL: all arrays are `text[]`. The SQL of `contains` is then `column @> array[value]`, which a GIN index serves. */
  readonly textArrays?: boolean
  /**
   * For PostgreSQL with `plainColumns`: a reference to a subject becomes a value of the fragment. Replace it when you run the
   * statement, so that you can prepare the statement once for all subjects.
   */
  readonly keepReferences?: boolean
  /**
   * The kind of an attribute without a declared kind. Without a kind, the SQL fits a column of any type, and no index serves
   * it in PostgreSQL.
   */
  readonly kindOf?: KindOf
  /** For PostgreSQL: receives a message about each attribute without a kind, once for each attribute and function. */
  readonly onMissingKind?: (message: string, attribute: string) => void
  /**
   * For PostgreSQL: you promise that `=` compares each column exactly, and that the column has the type of the values that the
   * author of the policy compares it with. So no text is `citext` or has a nondeterministic collation, and each time is
   * `timestamptz`. The SQL is then `column = $1` without a kind, and an index serves it.
   */
  readonly plainColumns?: boolean
}

export interface SqlOptions extends FragmentOptions {
  readonly dialect: Dialect
  readonly column?: (attribute: string) => string
  /** The number of the first placeholder in PostgreSQL. The default is 1. */
  readonly firstPlaceholder?: number
}

/** The SQL text around the values, and the values, parts of a template tag among them. `strings` has one more member than `values`. */
export interface Fragment {
  readonly strings: TemplateStringsArray
  readonly values: readonly unknown[]
}

/** Quotes any name safely for the dialect: `quoteName('order', 'postgresql')` is `"order"`. */
export const quoteName = (name: string, dialect: Dialect): string => findDialect(dialect).quote(name)

const assemble = (pieces: Pieces): Fragment => {
  const strings = ['']
  const values: unknown[] = []
  for (const piece of pieces)
    if (typeof piece === 'string') strings.push(`${strings.pop()}${piece}`)
    else {
      values.push(piece.value)
      strings.push('')
    }
  // Template tags recognize the texts of a template by this member.
  return { strings: Object.defineProperty(strings, 'raw', { value: strings }) as never, values }
}

function findSyntax(options: FragmentOptions): Syntax {
  const { dialect = 'postgresql', kindOf, call, onMissingKind } = options
  const known = { ...(kindOf && { kindOf }), ...(call && { call }) }
  if (dialect !== 'postgresql') return { ...findDialect(dialect), ...known }
  const told = onMissingKind && !options.plainColumns && { onMissingKind: tellOnce(onMissingKind) }
  return { ...findPostgresql(options), ...known, ...told }
}

function findPostgresql({ plainColumns: arePlain, textArrays, keepReferences }: FragmentOptions): Syntax {
  if (keepReferences && !arePlain)
    throw new TypeError(
      'keepReferences needs plainColumns: true, because nobody knows the type of a value that comes later.',
    )
  const syntax = arePlain ? plainColumns : dialects.postgresql
  return {
    ...(textArrays ? withTextArrays(syntax) : syntax),
    ...(keepReferences && { keepsReferences: true }),
  }
}

/** The columns of the rows. A related table can have columns with the same names, so that the table stands before them. */
function createPlace({ relations = {}, table, column }: FragmentOptions, { quote }: Syntax): Place {
  if (Object.keys(relations).length > 0 && !table && !column)
    throw new TypeError(
      'The relations of toSql need the name of the table of the rows; add the option "table".',
    )
  const prefix = table ? `${quote(table)}.` : ''
  const own = column ?? ((attribute: string) => `${prefix}${quote(attribute)}`)
  const outer = table ? (name: string) => `${prefix}${quote(name)}` : own
  return { column: own, outer, relations, depth: 0 }
}

/** A fragment with numbered placeholders. */
function number({ strings, values }: Fragment, options: SqlOptions) {
  const { dialect, firstPlaceholder = 1 } = Object(options) as Partial<SqlOptions>
  const { placeholder } = findDialect(dialect)
  const text = strings.reduce((before, string, i) => before + placeholder(firstPlaceholder + i - 1) + string)
  return { text, values }
}

/**
 * A filter or condition as SQL for a WHERE clause, in the form that template tags take: `sql(strings, ...values)`.
 * The SQL selects a row exactly if the condition is true for the row in JavaScript, also with nulls and negations.
 * If you use it as a column of a SELECT, write `coalesce(…, false)` around it.
 * @throws {TypeError} if the condition still contains a reference to a subject, unless you set `keepReferences`.
 */
export function toFragment(given: Filter | Condition, options: FragmentOptions = {}): Fragment {
  const syntax = findSyntax(options)
  return assemble(writeCondition(toCondition(given), false, syntax, createPlace(options, syntax)))
}

/** The same as one text with placeholders (`$1` or `?`) and a list of values, for database drivers. */
export function toSql(
  given: Filter | Condition,
  options: SqlOptions,
): { text: string; values: readonly unknown[] } {
  return number(toFragment(given, options), options)
}

export interface FieldOptions extends FragmentOptions {
  /** Returns the SQL of the masked value of a field. The default is `null`. */
  readonly masked?: (field: string) => string | { readonly value: unknown }
}

/**
 * The select items of a list that honours field rules: each field as its own name, and null on the rows that omit the
 * field. Use it together with the filter as the WHERE clause.
 */
export function fieldsToFragment(
  filter: Filter,
  fields: readonly string[],
  options: FieldOptions = {},
): Fragment {
  const syntax = findSyntax(options)
  const place = createPlace(options, syntax)
  const { column } = place
  const { masked } = options
  const test = (condition: Condition) =>
    writeCondition(checkDepth(condition, MOST_NESTED_IN_FILTER), false, syntax, place)
  return assemble(selectItems(fields, filter.fields ?? [], { quote: syntax.quote, column, masked, test }))
}

/** The same as one text with placeholders and a list of values. */
export const fieldsToSql = (
  filter: Filter,
  fields: readonly string[],
  options: SqlOptions & FieldOptions,
): { text: string; values: readonly unknown[] } => number(fieldsToFragment(filter, fields, options), options)
