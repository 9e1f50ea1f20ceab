import { notFound, type ContentModel, type Context, type RecordType } from '@content-service/domain'
import { maskRow } from '@content-service/domain/internal/visibility'
import { readKnownRecord } from '@content-service/domain/internal/records'
import type { AnyRecord } from '@content-service/domain/internal/model'
import { createTag } from '../requests/conditional.ts'
import type { RestRequest } from '../protocol/http.ts'
import { createRepresentation, type Representation } from '../representations/representation.ts'
import { showLinkIds } from '../representations/link-lists.ts'
import type { RecordSchemas } from '../representations/record-schemas.ts'

/** How the records of a type are read, shown and tagged. */
export const createRecordRepresentation = (
  model: ContentModel,
  type: RecordType,
  { shown }: Pick<RecordSchemas, 'shown'>,
): Representation => {
  const made = createRepresentation(shown, showLinkIds(model, type))
  const { select, computeTag } = made
  /** The related records are read before the record is locked. */
  const readTag = (request: RestRequest, context: Context, text: string) => {
    const id = type.parseId(text)
    const read = async () => id && readKnownRecord(context, type, id, { ...select, fields: ['id'] })
    return createTag(request, read, (row) => computeTag(maskRow(context, type.plural, row)))
  }
  const readWritten = async (context: Context, record: object) => {
    const row = await readKnownRecord(context, type, (record as AnyRecord).id, select)
    if (row === null) throw notFound(type.word)
    return row
  }
  return { ...made, readTag, readWritten }
}
