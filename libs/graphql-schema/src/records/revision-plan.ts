import type { ContentModel } from '@content-service/domain'
import { getLinkOrder } from '@content-service/domain/internal/lists'
import {
  isMany,
  listRevisionTypes,
  nameRevision,
  REVISIONS,
  type Field,
  type RevisionType,
} from '@content-service/domain/internal/model'
import { NEWEST } from '@content-service/domain/internal/reading'
import type { RecordType } from '@content-service/domain'
import { planTime } from '../reading/dates.ts'
import type { FieldPlan, TypePlan } from '../reading/plan.ts'
import { planParts } from './present-parts.ts'
import { planField } from './record-plan.ts'

type Plans = Readonly<Record<string, FieldPlan>>

const planKept = (model: ContentModel, type: RevisionType, entry: readonly [string, Field]): Plans => {
  const [name, field] = entry
  if (isMany(field))
    return { [name]: { relation: name, type: field.toMany.name, orderBy: getLinkOrder(model, field) } }
  // The types of parts are those of the record.
  const parts = planParts(type.revises, entry, [name], type)
  return parts ? { [name]: parts } : planField(model, type.revises, entry)
}

const planRevision = (model: ContentModel, type: RevisionType): TypePlan => ({
  from: type.plural,
  fields: {
    id: { reads: ['id'] },
    ...Object.assign({}, ...Object.entries(type.shown).map((entry) => planKept(model, type, entry))),
    createdAt: planTime('createdAt'),
    editor: { relation: 'editor', type: 'User' },
  },
})

/** C17.3: the plans of the types of all revisions. */
export const planRevisions = (model: ContentModel): Readonly<Record<string, TypePlan>> =>
  Object.fromEntries(listRevisionTypes(model.types).map((type) => [type.name, planRevision(model, type)]))

/** The revisions of a record. */
export const planHistory = (type: RecordType): Plans =>
  type.keepsRevisions
    ? { [REVISIONS]: { relation: REVISIONS, type: nameRevision(type), orderBy: NEWEST } }
    : {}
