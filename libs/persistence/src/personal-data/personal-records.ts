import type { ContentModel, PersonalRecord, UserId } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../rows.ts'
import { findRows, timeText } from '../sql.ts'
import { listSections, type Section } from './sections.ts'

/** The records of a page. Each page sorts all records of the person. A page takes 10 MB, or 25 MB with long texts. */
const AT_ONCE = 1_000
const LONG_AT_ONCE = 50

const findPageSize = ({ isLong }: Section): number => (isLong ? LONG_AT_ONCE : AT_ONCE)

/** The rows of the person with a greater key. */
const selectPage = (section: Section, user: UserId, after: string | null) => {
  const { from, isOf, columns, times = [] } = section
  const key = sql`${sql.ref(section.key)}::text`
  const members = [
    ...columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(toSnakeCase(name))}`),
    ...times.map((name) => sql`${sql.lit(name)}, ${timeText(sql.ref(toSnakeCase(name)))}`),
  ]
  // PostgreSQL makes the members of a row only for rows of the page.
  return sql<Row>`select ${key} as key, json_build_object(${sql.join(members)}) as record from (
      select * from ${sql.table(from)} where ${isOf(user)} and (${after}::text is null or ${key} > ${after})
      order by ${key} limit ${findPageSize(section)}
    ) page order by ${key}`
}

interface Row {
  readonly key: string
  readonly record: object
}

async function* readSection(
  em: SqlEntityManager,
  section: Section,
  user: UserId,
): AsyncGenerator<PersonalRecord, void, undefined> {
  for (let last: string | null = null; ;) {
    const rows: readonly Row[] = await findRows(em, selectPage(section, user, last))
    for (const { record } of rows) yield { type: section.type, ...record }
    last = rows.at(-1)?.key ?? null
    if (rows.length < findPageSize(section)) return
  }
}

export async function* readPersonalRecords(
  em: SqlEntityManager,
  model: ContentModel,
  user: UserId,
): AsyncGenerator<PersonalRecord, void, undefined> {
  for (const section of listSections(model)) yield* readSection(em, section, user)
}
