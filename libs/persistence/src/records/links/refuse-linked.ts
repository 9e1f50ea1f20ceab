import { not, or } from '@content-service/authz'
import type { RecordType } from '@content-service/domain'
import {
  linkedTo,
  listIncoming,
  MOST_COUNTED,
  type IncomingLink,
  type ReadableFilter,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { conditionSql } from '../../reading/conditions.ts'
import type { Tables } from '../../tables/tables.ts'
import { findRow, type Sql } from '../../statements/sql.ts'
import { leadsToAny } from '../../tables/joining-table.ts'
import { settleUndeclared } from './undeclared-links.ts'

interface Refusing {
  readonly type: RecordType
  readonly readable?: ReadableFilter | undefined
  /** The service deletes the records in any case. */
  readonly isPurge?: true
  /** The ids of all records that the deletion removes, by their types. */
  readonly deleted: ReadonlyMap<RecordType, ReadonlySet<string | number>>
}

/** Whether a row under the alias `t0` has one of the links to a deleted record, and stays itself. */
const isLinking = (
  tables: Tables,
  [from, links]: readonly [RecordType, readonly IncomingLink[]],
  { deleted }: Refusing,
): Sql => {
  const table = tables.of(from.plural)
  const listIds = (name: string) => [...(deleted.get(tables.model.typeNamed(name)) ?? [])]
  const leads = links.map((link) => leadsToAny(link, 't0', listIds(link.to.name)))
  const gone = listIds(from.name)
  const stays = gone.length === 0 ? sql`true` : sql`${table.column('t0', 'id')} <> all(${gone})`
  return sql`(${sql.join(leads, sql` or `)}) and ${stays}`
}

/** The numbers of linking records of one type that the caller may read, and may not read. */
const countLinking = async (
  em: SqlEntityManager,
  tables: Tables,
  from: readonly [RecordType, readonly IncomingLink[]],
  refusing: Refusing,
) => {
  const [{ plural }] = from
  const table = tables.of(plural)
  const readable = refusing.readable?.(plural) ?? or()
  const count = (condition: Sql, atMost: number) => sql`(select count(*)::int from (
    select 1 from ${table.under('t0')} where ${isLinking(tables, from, refusing)} and ${condition} limit ${atMost}) counted)`
  const row = await findRow(
    em,
    sql<{ shown: number; hidden: number }>`select
      ${count(conditionSql(table, 't0', readable), MOST_COUNTED)} as shown,
      ${count(conditionSql(table, 't0', not(readable)), 1)} as hidden`,
  )
  return row ?? { shown: 0, hidden: 0 }
}

/** C14.2: refuses a deletion while other records refuse it. @throws CONFLICT. */
export const refuseLinked = async (
  em: SqlEntityManager,
  tables: Tables,
  refusing: Refusing,
): Promise<void> => {
  const links = [...refusing.deleted.keys()].flatMap((type) => listIncoming(tables.model, type, 'refuse'))
  const shown: { type: RecordType; count: number }[] = []
  let hasHidden = false
  for (const from of Map.groupBy(links, ({ type }) => type)) {
    const counted = await countLinking(em, tables, from, refusing)
    if (counted.shown > 0) shown.push({ type: from[0], count: counted.shown })
    hasHidden ||= counted.hidden > 0
  }
  if (shown.length > 0 || hasHidden) throw linkedTo(refusing.type, { shown, hasHidden })
  await settleUndeclared(em, tables.model, refusing)
}
