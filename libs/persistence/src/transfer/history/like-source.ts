import type { RecordType } from '@content-service/domain'
import { findLikes } from '@content-service/domain/internal/model'
import { nameHistoryLine } from '@content-service/domain/internal/transfer'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { timeText } from '../../statements/sql.ts'
import {
  createIsOfTypes,
  nameRecord,
  selectType,
  selectUsername,
  type HistoryRow,
  type Source,
} from './history-source.ts'

export interface LikeRow extends HistoryRow {
  readonly userId: number
  readonly createdAt: string
}

const LIKES_PAGE = 2_000

/** The likes of types that share a table. */
export const createLikeSource = (types: readonly RecordType[]): Source<LikeRow> => {
  const { collection, attribute } = findLikes(types[0] as RecordType)
  const record = sql.id('t', toSnakeCase(attribute))
  const isShared = types[0]?.custom === null
  return {
    types,
    from: sql`${sql.id(toSnakeCase(collection))} t`,
    isOfTypes: createIsOfTypes(types, isShared),
    selected: sql`t.user_id as "userId", ${record} as "recordId", ${selectType(types, isShared)} as type,
      ${timeText(sql.ref('t.created_at'))} as "createdAt", ${selectUsername('user_id')}`,
    orderBy: sql`${record}, t.user_id`,
    after: ({ recordId, userId }) => sql`(${record}, t.user_id) > (${recordId}::uuid, ${userId}::integer)`,
    page: LIKES_PAGE,
    ask: ({ recordId }, type, names) => names.ask(type, recordId),
    line: (row, type, names) => ({
      type: nameHistoryLine({ kind: 'like', of: type }),
      ...nameRecord(type, row, names),
      user: row.user,
      createdAt: row.createdAt,
    }),
  }
}
