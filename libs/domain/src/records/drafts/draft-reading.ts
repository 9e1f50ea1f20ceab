import { where } from '@content-service/authz'
import { requireUser } from '../../access/access.ts'
import type { StoreContext } from '../../context/context.ts'
import type { DraftKey } from '../../model/drafts/draft.ts'
import { getDraftType, type DraftType } from '../../model/drafts/draft-type.ts'
import type { RecordId } from '../../model/fields/field.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { allOf, type Row, type Selection } from '../../reading/reading.ts'
import { notFound, recordNotFound } from '../../rules/errors.ts'
import { readSeenValues, selectSeen } from '../../visibility/seen-values.ts'
import { filterOwnDrafts } from '../../visibility/shown-drafts.ts'
import { listFacts } from '../../visibility/shown-records.ts'
import { readOne } from '../../visibility/visibility.ts'
import { filterReadable, NOTHING } from '../../visibility/visible-rows.ts'

type Values = Readonly<Record<string, unknown>>

const record = where<{ readonly id: RecordId }>()
const draft = where<{ readonly recordId: string }>()

/** The draft of the caller of a record. @throws UNAUTHENTICATED, FORBIDDEN for a client, NOT_FOUND for an id of no record. */
export const nameOwnDraft = (context: StoreContext, type: RecordType, id: RecordId | null): DraftKey => {
  const userId = requireUser(context)
  if (id === null) throw recordNotFound(type)
  return { recordId: id, userId }
}

/** The version of a record, and the facts by which the policy decides who may read and write it; null if it is not readable. */
export const readDraftedFacts = async (
  context: StoreContext,
  type: RecordType,
  id: RecordId,
): Promise<Row | null> => {
  const { read, write } = type.permissions
  const facts = [read, write].flatMap((permission) => listFacts(context, permission))
  const trash = type.trash === null ? [] : [type.trash.attribute]
  const [row] = await context.stores.reader.find({
    from: type.plural,
    where: allOf(record.id.eq(id), filterReadable(context, type.plural)),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: [...new Set(['id', 'version', ...trash, ...facts])] },
  })
  return row ?? null
}

/** The values of a record that the caller sees, in the form of JSON. @throws NOT_FOUND. */
export const readSeen = async (context: StoreContext, type: DraftType, id: RecordId): Promise<Values> => {
  const { keptOf } = type
  const within = { ...context, response: undefined }
  const row = await readOne(within, keptOf.plural, record.id.eq(id), selectSeen(context, type))
  if (row === null) throw recordNotFound(keptOf)
  return readSeenValues(type, row)
}

/** C17.6: the draft of the caller, for a record that the caller may read. @throws NOT_FOUND. */
export const readDraft = async (
  context: StoreContext,
  type: RecordType,
  id: RecordId | null,
  select: Selection,
): Promise<Row> => {
  const { recordId } = nameOwnDraft(context, type, id)
  if ((await readDraftedFacts(context, type, recordId)) === null) throw recordNotFound(type)
  const own = filterOwnDrafts(context) ?? NOTHING
  const condition = allOf(draft.recordId.eq(recordId), own)
  const row = await readOne(context, getDraftType(type).plural, condition, select)
  if (row === null) throw notFound('draft')
  return row
}
