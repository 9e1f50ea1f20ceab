import type { UserId } from '../../rules/ids.ts'
import type { RecordId } from '../../model/fields/field.ts'
import { findState } from '../../model/states/record-state.ts'
import { isInTrash } from '../../model/trash/trash.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { ReadOperation } from '../../operations/read-operations.ts'
import type { Row } from '../../reading/reading.ts'
import { declareRecordRead } from '../record-reading.ts'

/**
 * C4.6, C17.5: whether the record is in the state that readers see, if its type names one, and outside the trash, and the reader is
 * not its owner.
 */
export const countsAsView = (type: RecordType, reader: UserId | null, record: Row): boolean => {
  const { name = '', field } = findState(type) ?? {}
  const published = field?.published ?? null
  if ((published !== null && record[name] !== published) || isInTrash(type, record)) return false
  return type.ownerAttribute === null || record[type.ownerAttribute] !== reader
}

/** The fields by which a read counts. */
const listAsked = (type: RecordType): readonly string[] =>
  ['id', findState(type)?.name, type.ownerAttribute, type.trash?.attribute].flatMap((name) => name ?? [])

/** The operation that reads one record, and counts the read if the type has views (C4.6, C17.5). */
export const declareViewedRead = (type: RecordType): ReadOperation => {
  const read = declareRecordRead(type)
  if (!type.countsViews) return read
  const asked = listAsked(type)
  return {
    ...read,
    readable: async (context, { fields, ...select }) => ({
      ...(await read.readable(context, { ...select, fields: [...new Set([...fields, ...asked])] })),
      seen: ({ caller, viewed }, row) => {
        // The selection contains the id.
        if (countsAsView(type, caller.id, row)) viewed(row['id'] as RecordId, type)
      },
    }),
  }
}
