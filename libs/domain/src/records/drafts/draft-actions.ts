import { declareAction, type RecordAction } from '../../actions/record-action.ts'
import { needs, USER, type Requirement } from '../../actions/requirement.ts'
import { nameDraftOperation, OWN_DRAFT } from '../../model/drafts/draft-type.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { notFound } from '../../rules/errors.ts'
import { needsWriter } from '../authorize-any.ts'
import { findForWrite } from '../deletion/requirements.ts'

type Values = Readonly<Record<string, unknown>>

/** C17.6: what a user needs to save a draft of a record, and to apply it. */
export const listDrafting = (type: RecordType): readonly Requirement<object>[] => [
  findForWrite(type),
  needs(type.permissions.write),
]

/** A read for actions reads the draft of the caller, too. */
const HAS_DRAFT: Requirement<Values> = {
  holds: (_, record) => (record[OWN_DRAFT] ?? null) !== null,
  refuse: () => notFound('draft'),
}

/** C17.11: the actions of drafts; none for a type without drafts. */
export const declareDraftActions = (type: RecordType): readonly RecordAction[] => {
  if (!type.takesDrafts) return []
  return [
    declareAction({
      word: 'saveDraft',
      rules: [USER, needsWriter(type), ...listDrafting(type)],
      operation: nameDraftOperation('save', type),
    }),
    declareAction({
      word: 'applyDraft',
      rules: [USER, needsWriter(type), ...listDrafting(type), HAS_DRAFT],
      operation: nameDraftOperation('apply', type),
      input: {},
    }),
    declareAction({
      word: 'discardDraft',
      rules: [USER, findForWrite(type), HAS_DRAFT],
      operation: nameDraftOperation('discard', type),
      input: {},
      status: 204,
    }),
  ]
}
