import type { ContentModel, RecordType } from '@content-service/domain'
import {
  canRefuseBehind,
  listCascades,
  listIncoming,
  MOST_CHECKED,
  type IncomingLink,
} from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'
import { listWalked, selectNext, walkCascades } from './cascade.ts'
import { LINKED_ID, nameJoiningTable } from './joining-table.ts'

const isLinking = ({ type, ...link }: IncomingLink, alias: string): Sql => {
  if (link.isMany)
    return sql`exists (select 1 from ${sql.table(nameJoiningTable(type, link))}
      where ${LINKED_ID} = ${sql.id(alias, 'id')})`
  const linking = `${alias}r`
  // The ids of both types are UUIDs: users, whose ids are numbers, have no links that refuse.
  return sql`exists (select 1 from ${sql.id(type.plural)} ${sql.id(linking)}
    where ${sql.id(linking, toSnakeCase(link.attribute))} = ${sql.id(alias, 'id')}
    and ${sql.id(linking, 'id')} <> ${sql.id(alias, 'id')})`
}

/** Whether a record under an alias, or one that is deleted with it, has a refusing link, or too many are deleted to check. */
const isRefusedBehind = (model: ContentModel, type: RecordType, alias: string): Sql => {
  const types = listWalked(model, type)
  const next = selectNext(types, (to) => listCascades(model, to))
  const refusing = selectNext(types, (to) => listIncoming(model, to, 'refuse'))
  if (next === null || refusing === null) throw new Error(`Nothing refuses the deletion of a ${type.name}.`)
  const start = sql`select ${sql.lit(type.name)}::text, ${sql.id(alias, 'id')}::text`
  return sql`exists (with found as materialized (${walkCascades({ start, next })} limit ${sql.lit(MOST_CHECKED + 2)})
    select from found reached where (select count(*) from found) > ${sql.lit(MOST_CHECKED + 1)}
      or exists (select from ${refusing} linking where not exists (
        select from found f where f.type = linking.type and f.id = linking.id)))`
}

/** C12.8, C14.2: whether other records refuse the deletion of the record under an alias. Each link has an index. */
export const createRefusingLinks =
  (model: ContentModel, type: RecordType) =>
  (alias: string): Sql => {
    if (canRefuseBehind(model, type)) return isRefusedBehind(model, type, alias)
    const links = listIncoming(model, type, 'refuse').map((link) => isLinking(link, alias))
    return sql`(${sql.join(links, sql` or `)})`
  }
