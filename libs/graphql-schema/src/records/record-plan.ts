import { type ContentModel, type RecordType } from '@content-service/domain'
import { AVAILABLE_ACTIONS } from '@content-service/domain/actions'
import { isLink, isTime, showsChangeTime, type Field } from '@content-service/domain/model'
import { NEWEST } from '@content-service/domain/reading'
import { planTime } from '../reading/dates.ts'
import type { FieldPlan, TypePlan } from '../reading/plan.ts'

type Plans = Readonly<Record<string, FieldPlan>>

const planField = (name: string, field: Field): FieldPlan => {
  if (isLink(field)) return { relation: name, type: field.to.name }
  return isTime(field) ? planTime(name) : { reads: [name] }
}

const planFields = ({ shown }: RecordType): Plans =>
  Object.fromEntries(Object.entries(shown).map(([name, field]) => [name, planField(name, field)]))

/** The lists on a type of the records that link to it. */
const planInverses = (model: ContentModel, type: RecordType): Plans =>
  Object.fromEntries(
    model.inverseLinks(type).flatMap(({ name, type: from }) => {
      const list = { relation: name, type: from.name, orderBy: NEWEST }
      return [
        [name, list],
        [`${name}Connection`, { ...list, isConnection: true }],
      ]
    }),
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
    ...planFields(type),
    ...planInverses(model, type),
    ...(type.isFixed ? {} : VERSIONED),
    ...(showsChangeTime(type) && { updatedAt: planTime('updatedAt'), changedAt: planTime('changedAt') }),
    [AVAILABLE_ACTIONS]: { reads: [AVAILABLE_ACTIONS] },
  },
})
