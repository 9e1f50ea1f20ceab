import type { UserId } from '@content-service/domain'
import { isHideable, type JoinedLink, type RevisionType } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'
import { readContent, selectPairs } from '../tables/revision-layout.ts'
import { findRevisionTable, isOfType } from '../tables/revision-table.ts'
import { LONG_TEXT, type Section } from './section.ts'

/** The versions that the person has replaced, and those of the records that belong to the person. */
const filterOfPerson = (type: RevisionType) => {
  const { revises } = type
  const table = findRevisionTable(revises)
  const record = sql.id(table.record)
  const owner = revises.ownerAttribute
  return (user: UserId): Sql => {
    const isOwn = owner
      ? sql` or ${record} in (select id from ${sql.table(revises.plural)} where ${sql.ref(toSnakeCase(owner))} = ${user})`
      : sql``
    return sql`${isOfType(table, revises)} and (editor_id = ${user}${isOwn})`
  }
}

/**
 * The revisions of a type. The person may have edited records whose masked values it never saw, so that these values are not
 * among them.
 */
export const createRevisionSection = (type: RevisionType): Section => {
  const { attributes, links, manyLinks, partLinks, masks, revises, shown } = type
  const { name, columns, isShared } = findRevisionTable(revises)
  const names = Object.keys(attributes).filter(
    (each) =>
      each !== type.ownerAttribute && !Object.hasOwn(masks, each) && attributes[each]?.isHidden !== true,
  )
  const others = names.filter((each) => !columns.includes(each))
  const pair = (link: JoinedLink) => ({ joins: selectPairs(type, link), to: link.field.toMany.plural })
  return {
    type: isShared ? `${revises.word}Revision` : 'revision',
    from: name,
    isOf: filterOfPerson(type),
    key: 'id',
    columns: [
      'id',
      isShared ? 'recordId' : `${revises.word}Id`,
      ...names,
      ...manyLinks.map(({ attribute }) => attribute),
    ],
    sources: Object.fromEntries(
      others.flatMap((each) => {
        const field = attributes[each]
        return field ? [[each, readContent(each, field)('page')] as const] : []
      }),
    ),
    lists: Object.fromEntries(manyLinks.map((link) => [link.attribute, pair(link)])),
    parts: {
      attributes,
      lists: Object.fromEntries(partLinks.map((link) => [link.field.toMany.name, pair(link)])),
    },
    links: Object.fromEntries(
      links
        .filter(({ field }) => isHideable(field))
        .map(({ attribute, field }) => [attribute, field.to.plural]),
    ),
    times: ['createdAt'],
    ...(Object.values(shown).some(({ schema }) => (schema.maxLength ?? 0) > LONG_TEXT) && { isLong: true }),
  }
}
