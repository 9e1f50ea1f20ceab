import { isLink, NEWEST, type ContentModel, type RecordType } from '@content-service/domain'
import { time } from '../reading/dates.ts'
import type { FieldPlan, TypePlan } from '../reading/plan.ts'

type Plans = Readonly<Record<string, FieldPlan>>

const planFields = ({ fields }: RecordType): Plans =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isLink(field) ? { relation: name, type: field.to.name } : { reads: [name] },
    ]),
  )

const planInverses = (model: ContentModel, type: RecordType): Plans =>
  Object.fromEntries(
    model
      .inverseLinks(type)
      .map(({ name, type: from }) => [name, { relation: name, type: from.name, orderBy: NEWEST }]),
  )

const VERSIONED: Plans = {
  version: { reads: ['version'] },
  createdAt: time('createdAt'),
}

/** How the fields of a declared type are read. */
export const planRecord = (model: ContentModel, type: RecordType): TypePlan => ({
  from: type.plural,
  fields: {
    id: { reads: ['id'] },
    ...planFields(type),
    ...planInverses(model, type),
    ...(type.isFixed ? {} : VERSIONED),
  },
})
