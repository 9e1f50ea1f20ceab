import { may } from '../../access/access.ts'
import { declareAction, type RecordAction } from '../../actions/record-action.ts'
import type { Requirement } from '../../actions/requirement.ts'
import { nameRestoration } from '../../model/revisions/revision-type.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { notFound } from '../../rules/errors.ts'
import { needsWriter } from '../authorize-any.ts'
import { findForWrite } from '../deletion/requirements.ts'

/** C4.4: a caller who may not write the record may not read its earlier versions. */
export const needsHistory = (type: RecordType): Requirement<object> => ({
  holds: (context, record) =>
    findForWrite(type).holds(context, record) && may(context, type.permissions.write, record),
  refuse: () => notFound('revision'),
})

/** C17.11: `restoreRevision`, for who may write the record. */
export const declareRestoration = (type: RecordType): readonly RecordAction[] =>
  type.keepsRevisions
    ? [
        declareAction({
          word: 'restoreRevision',
          rules: [needsWriter(type), needsHistory(type)],
          operation: nameRestoration(type),
        }),
      ]
    : []
