import type { ContentModel } from '@content-service/domain'
import { getLinkOrder } from '@content-service/domain/internal/lists'
import {
  isMany,
  DRAFT,
  listDraftTypes,
  listRevisionTypes,
  nameDraft,
  nameRevision,
  OWN_DRAFT,
  REVISIONS,
  type Field,
  type KeptType,
} from '@content-service/domain/internal/model'
import { NEWEST } from '@content-service/domain/internal/reading'
import type { RecordType } from '@content-service/domain'
import { planTime } from '../reading/dates.ts'
import type { FieldPlan, TypePlan } from '../reading/plan.ts'
import { planParts } from './present-parts.ts'
import { planField } from './record-plan.ts'

type Plans = Readonly<Record<string, FieldPlan>>

const planKept = (model: ContentModel, type: KeptType, entry: readonly [string, Field]): Plans => {
  const [name, field] = entry
  if (isMany(field))
    return { [name]: { relation: name, type: field.toMany.name, orderBy: getLinkOrder(model, field) } }
  // The types of parts are those of the record.
  const parts = planParts(type.keptOf, entry, [name], type)
  return parts ? { [name]: parts } : planField(model, type.keptOf, entry)
}

const planShown = (model: ContentModel, type: KeptType): Plans =>
  Object.assign({}, ...Object.entries(type.shown).map((entry) => planKept(model, type, entry)))

const planRevision = (model: ContentModel, type: KeptType): TypePlan => ({
  from: type.plural,
  fields: {
    id: { reads: ['id'] },
    ...planShown(model, type),
    createdAt: planTime('createdAt'),
    editor: { relation: 'editor', type: 'User' },
  },
})

const planDraft = (model: ContentModel, type: KeptType): TypePlan => ({
  from: type.plural,
  fields: {
    ...planShown(model, type),
    ...planColumns(['baseVersion', 'isStale', 'changes']),
    changedAt: planTime('changedAt'),
  },
})

const planColumns = (names: readonly string[]): Plans =>
  Object.fromEntries(names.map((name) => [name, { reads: [name] }]))

/** C17.3, C17.6: the plans of the types of all revisions and drafts. */
export const planKeptTypes = (model: ContentModel): Readonly<Record<string, TypePlan>> =>
  Object.fromEntries([
    ...listRevisionTypes(model.types).map((type) => [type.name, planRevision(model, type)]),
    ...listDraftTypes(model.types).map((type) => [type.name, planDraft(model, type)]),
  ])

/** The revisions of a record, and the draft of the caller. */
export const planKeptFields = (type: RecordType): Plans => ({
  ...(type.keepsRevisions && {
    [REVISIONS]: { relation: REVISIONS, type: nameRevision(type), orderBy: NEWEST },
  }),
  ...(type.takesDrafts && { [DRAFT]: { relation: OWN_DRAFT, type: nameDraft(type) } }),
})
