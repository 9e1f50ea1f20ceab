import { parseRevisionId } from '../../rules/ids.ts'
import { nameRestoration, nameRevisionList } from '../../model/revisions/revision-type.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { ListOperation } from '../../operations/read-operations.ts'
import { actOnRecord, type RunOperation } from '../../operations/run-operation.ts'
import { restoreRevision } from './restore-revision.ts'
import { declareRevisionList } from './revision-reading.ts'

/** The operation that restores a revision of a type. */
const declareRestoring = (type: RecordType): RunOperation<unknown, object> =>
  actOnRecord(parseRevisionId, restoreRevision(type), {
    resource: type.plural,
    access: type.permissions.write,
    shows: { permission: type.permissions.read },
    isConditional: true,
  })

/** C17.3: the operations on the revisions of a type; none for a type that keeps none. */
export const declareRevisionOperations = (
  type: RecordType,
): Readonly<Record<string, ListOperation | RunOperation<unknown, object>>> =>
  type.keepsRevisions
    ? {
        [nameRevisionList(type)]: declareRevisionList(type),
        [nameRestoration(type)]: declareRestoring(type),
      }
    : {}
