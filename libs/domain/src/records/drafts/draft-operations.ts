import { nameDraftOperation } from '../../model/drafts/draft-type.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { actOnRecord, changeRecord, type AnyOperation } from '../../operations/run-operation.ts'
import { applyDraft, discardDraft } from './apply-draft.ts'
import { listDraftRules, saveDraft, type DraftInput } from './save-draft.ts'

const describeAccess = ({ plural, permissions }: RecordType) =>
  ({
    resource: plural,
    access: permissions.write,
    isConditional: false,
    shows: { permission: permissions.read },
  }) as const

const declareSave = (type: RecordType, replaces: boolean): AnyOperation =>
  changeRecord(
    type.parseId,
    (context, id, input: DraftInput, precondition) =>
      saveDraft(context, type, { id, input, precondition, replaces }),
    { ...describeAccess(type), rules: () => listDraftRules(type) },
  )

/** C17.6: the operations of drafts; none for a type without drafts. */
export const declareDraftOperations = (type: RecordType): Readonly<Record<string, AnyOperation>> =>
  type.takesDrafts
    ? {
        [nameDraftOperation('save', type)]: declareSave(type, false),
        [nameDraftOperation('replace', type)]: declareSave(type, true),
        [nameDraftOperation('apply', type)]: actOnRecord(
          type.parseId,
          (context, id) => applyDraft(context, type, id),
          describeAccess(type),
        ),
        [nameDraftOperation('discard', type)]: actOnRecord(
          type.parseId,
          (context, id) => discardDraft(context, type, id),
          { ...describeAccess(type), access: 'signed in' },
        ),
      }
    : {}
