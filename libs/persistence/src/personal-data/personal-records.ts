import type { PersonalRecord, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { SECTIONS, type Section } from './sections.ts'

/** Records of a page: each page looks at all records of the person. Some 10 MB, 25 MB with long texts. */
const AT_ONCE = 1_000
const LONG_AT_ONCE = 50

const atOnce = ({ isLong }: Section): number => (isLong ? LONG_AT_ONCE : AT_ONCE)

const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** C2.2. */
const timeOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const statementOf = (section: Section): string => {
  const { from, where, key, columns, times = [] } = section
  const members = [
    ...columns.map((column) => `'${camelCase(column)}', ${column}`),
    ...times.map((column) => `'${camelCase(column)}', ${timeOf(column)}`),
  ]
  // What is shown of a row is made once it is known to be on the page.
  return `select ${key}::text as key, json_build_object(${members.join(', ')}) as record from (
      select * from ${from} where ${where} and (?::text is null or ${key}::text > ?)
      order by ${key}::text limit ${atOnce(section)}
    ) page order by ${key}::text`
}

interface Row {
  readonly key: string
  readonly record: object
}

async function* sectionOf(
  em: SqlEntityManager,
  section: Section,
  user: UserId,
): AsyncGenerator<PersonalRecord, void, undefined> {
  const statement = statementOf(section)
  const owners = section.where
    .split('?')
    .slice(1)
    .map(() => user)
  for (let last: string | null = null; ;) {
    const rows: readonly Row[] = await em.execute<Row[]>(statement, [...owners, last, last])
    for (const { record } of rows) yield { type: section.type, ...record }
    last = rows.at(-1)?.key ?? null
    if (rows.length < atOnce(section)) return
  }
}

export async function* personalRecords(
  em: SqlEntityManager,
  user: UserId,
): AsyncGenerator<PersonalRecord, void, undefined> {
  for (const section of SECTIONS) yield* sectionOf(em, section, user)
}
