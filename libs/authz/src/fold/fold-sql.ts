import { readRuns } from './runs.ts'
import { TEXTS } from './table.ts'

/** Names each operator in full, so that the search path of the caller has no influence. */
const qualify = (sql: string): string =>
  sql.replaceAll(/ (\|\||>>|<=|>=|[-+/%<>=&]) /g, (_, operator) => ` operator(pg_catalog.${operator}) `)

const writeIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Escapes, so that the statement is ASCII: nothing on its way to the database can change it. */
const writeText = (text: string): string =>
  `E'${text.replaceAll(/[^a-z ]/gu, (letter) => `\\U${(letter.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`)}'`

const SYLLABLE = `pg_catalog.chr(4352 + ((code - 44032) / 588))
      || pg_catalog.chr(4449 + (((code - 44032) % 588) / 28))
      || (case when (code % 28) = 16 then '' else pg_catalog.chr(4519 + ((code - 44032) % 28)) end)`

const TEXT_ARRAY = `array[${TEXTS.map(writeText).join(', ')}]::pg_catalog.text[]`

/** One character after the other. `change` has the forms of the table, and is null for ASCII. */
const CHARACTER = `case
      when code < 128 then letter
      when change = 0 then
        case when (code >= 44032) and (code <= 55203) then ${SYLLABLE} else letter end
      when (change & 3) = 3 then (${TEXT_ARRAY})[(change >> 2) + 1]
      when ((change & 3) = 0) or ((change & 3) = ((code & 1) + 1)) then pg_catalog.chr(code + (change >> 2))
      else letter
    end`

const writeArray = (numbers: readonly number[]): string => `'{${numbers.join(',')}}'::pg_catalog.int4[]`

/** `offset 0` keeps the planner from merging the queries, which would repeat the search for each use of `change`. */
function writeBody(): string {
  const { starts, changes } = readRuns()
  return qualify(`
  select coalesce(pg_catalog.string_agg(${CHARACTER}, '' order by place), '')
  from (
    select place, letter, code, case when code >= 128 then
      (${writeArray(changes)})[pg_catalog.width_bucket(code, ${writeArray(starts)})] end as change
    from (
      select place, letter, pg_catalog.ascii(letter) as code
      from pg_catalog.string_to_table(pg_catalog.lower($1 collate pg_catalog."C"), null)
        with ordinality as letters (letter, place)
    ) as codes
    offset 0
  ) as characters
`)
}

/**
 * The statement that creates the function `fold(text)` in a schema of PostgreSQL, 15 or newer, or PGlite. The encoding of
 * the database is UTF8. It gives the same text as `fold` of this module, whatever the collations, the locale, the search
 * path and the version of Unicode of the database.
 *
 * `fold` handles ASCII, and is no more than an expression: PostgreSQL writes it into the query, which it can do only
 * without `strict`. It is null for null all the same. `fold_unicode` handles other texts. PostgreSQL before 18 reads its
 * body once for each query, and later versions would plan it again for each call without `force_generic_plan`.
 * @throws {TypeError} if the schema is not the name of a schema.
 */
export function foldSql(schema = 'public'): string {
  if (typeof schema !== 'string' || schema === '' || /\0|\$fold\$/.test(schema))
    throw new TypeError(`${JSON.stringify(schema)} is no name of a schema; use a name such as 'public'.`)
  const home = writeIdentifier(schema)
  return `create or replace function ${home}.fold_unicode(text) returns text
language sql immutable strict parallel safe set plan_cache_mode to force_generic_plan as $fold$${writeBody()}$fold$;

create or replace function ${home}.fold(text) returns text
language sql immutable parallel safe as $fold$
  select case when ${qualify('pg_catalog.octet_length($1) = pg_catalog.char_length($1)')}
    then pg_catalog.lower($1 collate pg_catalog."C") else ${home}.fold_unicode($1) end
$fold$;
`
}
