import type { ContentModel, RecordType, Row } from '@content-service/domain'
import { getLinkOrder } from '@content-service/domain/internal/lists'
import {
  describeOrder,
  leadsToUser,
  type ManyField,
  type ManyLink,
} from '@content-service/domain/internal/model'
import { Type, type TArray } from 'typebox'
import { personSchema } from '../schemas/people-schemas.ts'
import { idSchema, userIdText } from '../schemas/schema-terms.ts'
import { createShape, type ShapeSchema, type SpecialMember } from '../schemas/shape.ts'

/** C13.5: `include` shows so many records of a list of links. */
const MOST_INCLUDED = 20

/** C14.2: the ids of links to many records, as bodies show them. */
export const shownIdsSchema = (model: ContentModel, field: ManyField): TArray => {
  const { about, toMany, isOrdered } = field
  return Type.Array(leadsToUser(field) ? userIdText : idSchema(`the ${toMany.word}`), {
    description: `${about} ${isOrdered ? 'The ids in their order' : `The ids, ${describeOrder(model.typeNamed(toMany.name))}`}, of those that you may read.`,
  })
}

const relate = (model: ContentModel, { name, field }: ManyLink) => ({
  relation: name,
  orderBy: getLinkOrder(model, field),
})

/** The member with the ids of all links that the caller sees. */
const showIds = (model: ContentModel, link: ManyLink): SpecialMember => {
  const as = `@${link.attribute}`
  return {
    reads: [],
    related: [{ as, ...relate(model, link), select: { fields: ['id'] } }],
    // A draft can be without the list.
    show: (row) => (row[as] as readonly Row[] | null)?.map(({ id }) => String(id)) ?? null,
  }
}

/** The member with the bodies of the first linked records. */
const showBodies = (model: ContentModel, link: ManyLink, schema: ShapeSchema): SpecialMember => {
  const as = `@${link.name}`
  const { select, present } = createShape(schema)
  return {
    reads: [],
    related: [{ as, ...relate(model, link), window: { limit: MOST_INCLUDED, offset: 0 }, select }],
    show: (row) => (row[as] as readonly Row[]).map(present),
  }
}

/** The members of bodies with the ids of links, for `createShape`. */
export const showLinkIds = (
  model: ContentModel,
  { manyLinks }: RecordType,
): Readonly<Record<string, SpecialMember>> =>
  Object.fromEntries(manyLinks.map((link) => [link.attribute, showIds(model, link)]))

/** The member with the records of a list of links: users have the public profile. */
export const showLinked = (
  model: ContentModel,
  link: ManyLink,
  bodyOf: (type: RecordType) => ShapeSchema,
): SpecialMember => {
  const { field } = link
  const schema = leadsToUser(field) ? personSchema : bodyOf(model.typeNamed(field.toMany.name))
  return showBodies(model, link, schema)
}
