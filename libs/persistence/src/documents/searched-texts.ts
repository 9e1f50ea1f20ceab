import type { SearchedText, SearchedType, SearchWeight } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'

/** The steps to a text in parts, as `search_parts` reads them: `[paragraph].text` of blocks, `.hours` of a group. */
const writePath = ({ path }: SearchedText): string =>
  path.map((step) => ('block' in step ? `[${step.block}]` : `.${step.member}`)).join('')

const filterWeight = (texts: readonly SearchedText[], weight: SearchWeight): readonly SearchedText[] =>
  texts.filter((text) => text.weight === weight)

/** The searched texts of a weight as an argument of the trigger: `title,page[paragraph].text`. */
export const nameTexts = ({ texts }: SearchedType, weight: SearchWeight): string =>
  filterWeight(texts, weight)
    .map((text) => `${toSnakeCase(text.attribute)}${writePath(text)}`)
    .join(',')

const selectText = ([attribute, texts]: readonly [string, readonly SearchedText[]]): Sql => {
  const column = sql.ref(`t.${toSnakeCase(attribute)}`)
  const ways = texts.filter(({ path }) => path.length > 0).map(writePath)
  // The names of members and of types have letters and digits alone.
  return ways.length === 0
    ? sql`search_text(${column})`
    : sql`search_parts(${column}, ${sql.lit(`{${ways.join(',')}}`)})`
}

/** The texts of the row `t` with the weight: one for each column. */
export const selectTexts = ({ texts }: SearchedType, weight: SearchWeight): readonly Sql[] =>
  [...Map.groupBy(filterWeight(texts, weight), ({ attribute }) => attribute)].map(selectText)

/** Joins texts, without those that are null. */
export const joinTexts = (texts: readonly Sql[], between: Sql): Sql =>
  texts.length === 0 ? sql`''` : sql`concat_ws(${between}, ${sql.join(texts)})`
