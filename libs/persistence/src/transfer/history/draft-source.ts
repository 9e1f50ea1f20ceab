import type { RecordType } from '@content-service/domain'
import { getDraftType, namePartMember, type Draft } from '@content-service/domain/internal/model'
import { fitsDraft, listDraftFields, nameHistoryLine } from '@content-service/domain/internal/transfer'
import { sql } from 'kysely'
import { timeText } from '../../statements/sql.ts'
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

export interface DraftRow extends HistoryRow, Pick<Draft, 'values' | 'digests' | 'baseVersion'> {
  readonly userId: number
  readonly changedAt: string
}

/** A draft can have 1 MiB of parts, and long texts. */
const PAGE = 20

/** The fields of a draft that it has, with their values. */
const listValues = (type: RecordType, { values }: DraftRow) => {
  const { manyLinks } = getDraftType(type)
  return listDraftFields(type).flatMap(([name, field]) => {
    const member = manyLinks.find((link) => link.name === name)?.attribute ?? namePartMember(name, field)
    const isKnown = Object.hasOwn(values, member) && fitsDraft(field, values[member])
    return isKnown ? [{ name, field, member, value: values[member] }] : []
  })
}

/** The drafts of types, in the order of the index. */
export const createDraftSource = (types: readonly RecordType[]): Source<DraftRow> => ({
  types,
  from: sql`record_drafts t`,
  isOfTypes: createIsOfTypes(types, true),
  selected: sql`t.record_id as "recordId", t.user_id as "userId", ${selectType(types, true)} as type,
    t.base_version as "baseVersion", ${timeText(sql.ref('t.changed_at'))} as "changedAt",
    t.contents as "values", t.digests, ${selectUsername('user_id')}`,
  orderBy: sql`t.record_id, t.user_id, t.type`,
  after: ({ recordId, userId, type }) =>
    sql`(t.record_id, t.user_id, t.type) > (${recordId}::uuid, ${userId}::integer, ${type}::text)`,
  page: PAGE,
  ask: (row, type, names) => {
    names.ask(type, row.recordId)
    for (const { field, value } of listValues(type, row)) askLinks(field, value, names)
  },
  line: (row, type, names) => {
    const known = listValues(type, row)
    const members = new Set(known.map(({ member }) => member))
    const values: Values = Object.fromEntries(
      known.map(({ name, field, value }) => [name, nameValue(name, field, value, names)]),
    )
    return {
      type: nameHistoryLine({ kind: 'draft', of: type }),
      ...nameRecord(type, row, names),
      user: row.user,
      baseVersion: row.baseVersion,
      changedAt: row.changedAt,
      values,
      digests: Object.fromEntries(Object.entries(row.digests).filter(([name]) => members.has(name))),
    }
  },
})
