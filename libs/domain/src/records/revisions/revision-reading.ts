import { where } from '@content-service/authz'
import { requireCredential } from '../../access/access.ts'
import type { Permission } from '../../access/content-policy.ts'
import { demand, hideWithout, needs } from '../../actions/requirement.ts'
import type { StoreContext } from '../../context/context.ts'
import type { RecordId } from '../../model/fields/field.ts'
import type { RecordRevision } from '../../model/revisions/revision.ts'
import { nameRevisions } from '../../model/revisions/revision-type.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { declareList, type ListOperation } from '../../operations/read-operations.ts'
import { allOf, type Row, type Selection } from '../../reading/reading.ts'
import { listFacts } from '../../visibility/shown-records.ts'
import { readOne } from '../../visibility/visibility.ts'
import { filterReadable } from '../../visibility/visible-rows.ts'
import { notFound, recordNotFound } from '../../rules/errors.ts'
import type { RevisionId } from '../../rules/ids.ts'

const revision = where<RecordRevision>()
const filterById = (id: RecordId) => where<{ id: RecordId }>().id.eq(id)

interface AskedRecord {
  readonly id: RecordId
  readonly masks?: readonly Permission[]
}

/** The facts of a record by which the policy decides who may read and write it, and about masks; null if it does not exist. */
export const readHistoryFacts = async (
  context: StoreContext,
  type: RecordType,
  { id, masks = [] }: AskedRecord,
): Promise<Row | null> => {
  const { read, write } = type.permissions
  const facts = [read, write, ...masks].flatMap((permission) => listFacts(context, permission))
  const [row] = await context.stores.reader.find({
    from: type.plural,
    // C17.4: callers who may delete a record read its history in the trash.
    where: allOf(filterById(id), filterReadable(context, type.plural)),
    orderBy: [],
    window: { limit: 1, offset: 0 },
    select: { fields: [...new Set(['id', ...facts])] },
  })
  return row ?? null
}

/** C4.4: only a caller who may write the record may read its earlier versions. Returns the record's id. */
const requireWritable = async (
  context: StoreContext,
  type: RecordType,
  of: RecordId | null,
): Promise<string> => {
  requireCredential(context)
  const record = of && (await readHistoryFacts(context, type, { id: of }))
  if (!record) throw recordNotFound(type)
  demand(context, [hideWithout(type.permissions.read, type), needs(type.permissions.write)], record)
  return String(of)
}

/** C17.3: the earlier versions of a record, newest first. */
export const declareRevisionList = (type: RecordType): ListOperation =>
  declareList({
    resource: type.plural,
    access: type.permissions.write,
    from: nameRevisions(type),
    filter: async (context, id) =>
      revision.recordId.eq(await requireWritable(context, type, type.parseId(id))),
  })

/** An earlier version of a record. @throws NOT_FOUND. */
export const readRevision = async (
  context: StoreContext,
  type: RecordType,
  { of, id }: { readonly of: RecordId | null; readonly id: RevisionId | null },
  select: Selection,
): Promise<Row> => {
  const record = await requireWritable(context, type, of)
  const condition = id && allOf(revision.id.eq(id), revision.recordId.eq(record))
  const row = condition && (await readOne(context, nameRevisions(type), condition, select))
  if (row === null) throw notFound('revision')
  return row
}
