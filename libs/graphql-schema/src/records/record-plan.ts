import { isLink, NEWEST, type ContentModel, type RecordType } from '@content-service/domain'
import { time } from '../reading/dates.ts'
import type { TypePlan } from '../reading/plan.ts'

/** Plans of fields whose columns only the declaration knows. */
type Plans = Readonly<Record<string, object>>

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
  // Each declared type is a collection under its plural, and has the columns of its attributes.
  from: type.plural as TypePlan['from'],
  fields: {
    id: { reads: ['id'] },
    ...planFields(type),
    ...planInverses(model, type),
    ...(type.isFixed ? {} : VERSIONED),
  } as unknown as TypePlan['fields'],
})
