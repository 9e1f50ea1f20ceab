import type { RecordType } from '@content-service/domain'
import { isComposed, namePartMember, readKept } from '@content-service/domain/internal/model'
import { listKeptFields, nameHistoryLine } from '@content-service/domain/internal/transfer'
import { sql } from 'kysely'
import { columns, timeText } from '../../statements/sql.ts'
import type { RevisionTable } from '../../tables/revision-table.ts'
import {
  createIsOfTypes,
  nameRecord,
  selectType,
  selectUsername,
  type HistoryRow,
  type Source,
} from './history-source.ts'
import { askLinks, nameValue } from './kept-names.ts'

type Values = Readonly<Record<string, unknown>>

export interface RevisionRow extends HistoryRow {
  readonly id: string
  readonly createdAt: string
  readonly contents: Values | null
  readonly longContents: Values | null
}

/** The values of a revision under the names of lines, in the form of JSON. */
const readValues = (type: RecordType, row: RevisionRow): Values => {
  const all: Values = { ...row, ...row.contents, ...row.longContents }
  return Object.fromEntries(
    listKeptFields(type).map(([name, field]) => {
      const link = type.manyLinks.find((each) => each.name === name)
      const attribute = link?.attribute ?? namePartMember(name, field)
      const isDerived = field.derivation !== undefined && all[field.derivation.flag] === true
      return [name, isDerived ? null : readKept(field, all[attribute])]
    }),
  )
}

/** A revision can have 2 MB of text. */
const LONG_TEXT = 100_000
const isLong = ({ attributes }: RecordType): boolean =>
  Object.values(attributes).some((field) => isComposed(field) || (field.schema.maxLength ?? 0) > LONG_TEXT)

/** The revisions of types that share a table. */
export const createRevisionSource = (
  table: RevisionTable,
  types: readonly RecordType[],
): Source<RevisionRow> => {
  const record = sql.id('t', table.record)
  return {
    types,
    from: sql`${sql.id(table.name)} t`,
    isOfTypes: createIsOfTypes(types, table.isShared),
    selected: sql`t.id, ${record} as "recordId", ${selectType(types, table.isShared)} as type,
      ${timeText(sql.ref('t.created_at'))} as "createdAt", ${selectUsername('editor_id')},
      ${columns('contents', 'longContents', ...table.columns)}`,
    // The index backwards: the revisions of a record stand oldest first.
    orderBy: sql`${record} desc, t.created_at, t.id`,
    after: ({ recordId, createdAt, id }) =>
      sql`${record} <= ${recordId} and (${record} < ${recordId} or (t.created_at, t.id) > (${createdAt}::timestamptz, ${id}::uuid))`,
    page: types.some(isLong) ? 20 : 500,
    ask: (row, type, names) => {
      names.ask(type, row.recordId)
      const values = readValues(type, row)
      for (const [name, field] of listKeptFields(type)) askLinks(field, values[name] ?? null, names)
    },
    line: (row, type, names) => {
      const values = readValues(type, row)
      const named = listKeptFields(type).map(
        ([name, field]) => [name, nameValue(name, field, values[name] ?? null, names)] as const,
      )
      return {
        type: nameHistoryLine({ kind: 'revision', of: type }),
        ref: row.id,
        ...nameRecord(type, row, names),
        editor: row.user,
        createdAt: row.createdAt,
        values: Object.fromEntries(named),
      }
    },
  }
}
