import type { UserId } from '@content-service/domain'
import type { RevisionType } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'
import { findRevisionTable, isOfType } from '../tables/revision-table.ts'
import { createKeptMembers } from './kept-section.ts'
import type { Section } from './section.ts'

/** The versions that the person has replaced, and those of the records that belong to the person. */
const filterOfPerson = (type: RevisionType) => {
  const { keptOf } = type
  const table = findRevisionTable(keptOf)
  const record = sql.id(table.record)
  const owner = keptOf.ownerAttribute
  return (user: UserId): Sql => {
    const isOwn = owner
      ? sql` or ${record} in (select id from ${sql.table(keptOf.plural)} where ${sql.ref(toSnakeCase(owner))} = ${user})`
      : sql``
    return sql`${isOfType(table, keptOf)} and (editor_id = ${user}${isOwn})`
  }
}

/**
 * The revisions of a type. The person may have edited records whose masked values it never saw, so that these values are not
 * among them.
 */
export const createRevisionSection = (type: RevisionType): Section => {
  const { attributes, masks, keptOf } = type
  const { isShared } = findRevisionTable(keptOf)
  const names = Object.keys(attributes).filter(
    (each) =>
      each !== type.ownerAttribute && !Object.hasOwn(masks, each) && attributes[each]?.isHidden !== true,
  )
  return {
    ...createKeptMembers(type, [isShared ? 'recordId' : `${keptOf.word}Id`], names),
    type: isShared ? `${keptOf.word}Revision` : 'revision',
    isOf: filterOfPerson(type),
  }
}
