import type { RecordType } from '@content-service/domain'
import {
  listLinkingParts,
  toLineParts,
  type ContentLine,
  type LineLink,
} from '@content-service/domain/internal/transfer'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, findRows } from '../statements/sql.ts'
import { listSources, type Exported, type Source } from './export-source.ts'
import { countHistory, exportHistory } from './history/export-history.ts'

/** C10.6: a member that can be empty is null if it is empty, so that an import empties it, too. */
const omitMissing = (line: ContentLine, omitted: readonly string[]): ContentLine =>
  omitted.every((name) => line[name] !== null)
    ? line
    : Object.fromEntries(
        Object.entries(line).filter(([name, value]) => value !== null || !omitted.includes(name)),
      )

interface Read {
  readonly id: number | string
  readonly line: ContentLine
  readonly names: PartNames
}

/** By the name of the type and the id of the record. */
type PartNames = Readonly<Record<string, Readonly<Record<string, string>> | null>>

/** C16.1: the line with names in the place of the ids in parts. A link to what is gone is null. */
const namePartLinks = (type: RecordType, { line, names }: Read): ContentLine => {
  const parts = listLinkingParts(type).map(([name, field]) => {
    const convert = ({ field: { to }, value }: LineLink) => names[to.name]?.[String(value)] ?? null
    return [name, toLineParts(name, field, line[name] ?? null, convert)]
  })
  return parts.length === 0 ? line : { ...line, ...Object.fromEntries(parts) }
}

async function* readLines(
  em: SqlEntityManager,
  { type, from, line, names, start, page, omitted }: Source,
): AsyncGenerator<ContentLine> {
  const pageAfter = (id: Read['id']) => sql<Read>`
    select t.id, json_build_object(${line}) as line, ${names} as names
    from ${from} where t.id > ${id} order by t.id limit ${page}`
  for (let after = start; ;) {
    const lines = await findRows(em, pageAfter(after))
    for (const read of lines) yield omitMissing(namePartLinks(type, read), omitted)
    const last = lines.at(-1)
    if (last === undefined || lines.length < page) return
    after = last.id
  }
}

/** All content except the ghost and secrets, in the order of ids. It needs the memory of one page. */
export async function* exportLines(em: SqlEntityManager, exported: Exported): AsyncGenerator<ContentLine> {
  for (const source of listSources(exported)) yield* readLines(em, source)
  // Revisions link to records of all types, so that an import needs one pass.
  if (exported.extent === 'complete') yield* exportHistory(em, exported.model)
}

export const countLines = async (em: SqlEntityManager, exported: Exported): Promise<number> => {
  const counts = [
    ...listSources(exported).map(({ from }) => sql`(select count(*) from ${from})`),
    ...(exported.extent === 'complete' ? countHistory(exported.model) : []),
  ]
  const count = sql<{ count: number }>`select (${sql.join(counts, sql` + `)})::int as count`
  return (await findRow(em, count))?.count ?? 0
}
