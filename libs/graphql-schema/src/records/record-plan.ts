import type { ContentModel, RecordType } from '@content-service/domain'
import { AVAILABLE_ACTIONS } from '@content-service/domain/internal/actions'
import { getDefaultOrder, getLinkOrder } from '@content-service/domain/internal/lists'
import { isLink, isMany, isTime, LIKED, showsLiked, type Field } from '@content-service/domain/internal/model'
import type { Order } from '@content-service/domain/internal/reading'
import { planTime } from '../reading/dates.ts'
import type { FieldPlan, TypePlan } from '../reading/plan.ts'
import { planParts } from './present-parts.ts'

type Plans = Readonly<Record<string, FieldPlan>>

/** A list of related records, by offset and by cursor. */
const planList = (name: string, type: string, orderBy: readonly Order[]): Plans => {
  const list = { relation: name, type, orderBy }
  return { [name]: list, [`${name}Connection`]: { ...list, isConnection: true } }
}

export const planField = (
  model: ContentModel,
  type: RecordType,
  [name, field]: readonly [string, Field],
): Plans => {
  if (isMany(field)) return planList(name, field.toMany.name, getLinkOrder(model, field))
  if (isLink(field)) return { [name]: { relation: name, type: field.to.name } }
  if (isTime(field)) return { [name]: planTime(name) }
  return { [name]: planParts(type, [name, field], [name]) ?? { reads: [name] } }
}

const planFields = (model: ContentModel, type: RecordType): Plans =>
  Object.assign({}, ...Object.entries(type.shown).map((entry) => planField(model, type, entry)))

/** The lists on a type of the records that link to it. */
const planInverses = (model: ContentModel, type: RecordType): Plans =>
  Object.assign(
    {},
    ...model
      .inverseLinks(type)
      .map(({ name, type: from }) => planList(name, from.name, getDefaultOrder(model, from))),
  )

const VERSIONED: Plans = {
  version: { reads: ['version'] },
  createdAt: planTime('createdAt'),
}

/** The plan of the fields of a declared type. */
export const planRecord = (model: ContentModel, type: RecordType): TypePlan => ({
  from: type.plural,
  fields: {
    id: { reads: ['id'] },
    ...planFields(model, type),
    ...planInverses(model, type),
    ...(type.isFixed ? {} : VERSIONED),
    ...(type.showsChangeTime && { updatedAt: planTime('updatedAt'), changedAt: planTime('changedAt') }),
    ...(showsLiked(type) && { [LIKED]: { reads: [LIKED] } }),
    [AVAILABLE_ACTIONS]: { reads: [AVAILABLE_ACTIONS] },
  },
})
