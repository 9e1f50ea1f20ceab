import type { ContentModel, RecordType } from '@content-service/domain'
import { leadsToUser } from '@content-service/domain/internal/model'
import { Type, type TObject, type TSchema } from 'typebox'
import { SHOW_ACTIONS, shownActions } from '../schemas/actions-schema.ts'
import type { SpecialMember } from '../schemas/shape.ts'
import { KEPT, listMembers, readChoice, type Choice, type GivenChoice } from './choice-parameters.ts'
import { showLinked, showLinkIds } from './link-lists.ts'
import { hideableSchema, linkedSchema } from './record-schemas.ts'
import { createRepresentation, type Representation } from './representation.ts'

/** The form of records that a URL chooses. */
export interface ChosenShape {
  readonly as: Representation
  /** The requests that its links cost for each 20 records. */
  readonly links: number
}

/** Returns the chosen form; null for a URL that chooses none. @throws BAD_REQUEST. */
export type ChooseShape = (given: GivenChoice) => ChosenShape | null

const MOST_SHAPES = 100
/** The schema of a member with the body of the linked record. */
const includeLink = (model: ContentModel, type: RecordType, name: string): TSchema | undefined => {
  const link = type.links.find((each) => each.name === name)
  // A user is a public profile, which is no short form.
  if (link === undefined || leadsToUser(link.field)) return undefined
  return hideableSchema(link.field, linkedSchema(model, model.typeNamed(link.field.to.name)))
}

/** The members with the records of lists of links, in the order of the declaration. */
const includeLists = (
  model: ContentModel,
  { manyLinks }: RecordType,
  include: readonly string[],
): Readonly<Record<string, SpecialMember>> =>
  Object.fromEntries(
    manyLinks
      .filter(({ name }) => include.includes(name))
      .map((link) => [link.name, showLinked(model, link, (to) => linkedSchema(model, to))]),
  )

/** Chooses among the members of a body. The forms of the last choices are kept. */
export const createShapeChooser = (
  model: ContentModel,
  type: RecordType,
  schema: TObject,
  special: Readonly<Record<string, SpecialMember>> = {},
): ChooseShape => {
  const made = new Map<string, ChosenShape>()
  const { properties } = schema
  const members = listMembers(model, type, schema)
  const create = ({ include, fields, actions }: Choice): ChosenShape => {
    // Beside the records of a list of links stand the ids of all of them.
    const listed = type.manyLinks.filter(({ name }) => include.includes(name))
    const ids = listed.map(({ attribute }) => attribute)
    const named = [...fields, ...include, ...ids]
    const kept = Object.keys(members).filter((name) =>
      fields.length === 0 ? name in properties || ids.includes(name) : KEPT.has(name) || named.includes(name),
    )
    const chosen = kept.map((name) => [
      name,
      (include.includes(name) ? includeLink(model, type, name) : undefined) ?? members[name],
    ])
    const lists = includeLists(model, type, include)
    const all = {
      ...Object.fromEntries(chosen),
      ...Object.fromEntries(listed.map(({ name }) => [name, Type.Unknown()])),
      ...(actions && shownActions),
    }
    const shown = { ...special, ...showLinkIds(model, type), ...lists, ...(actions && SHOW_ACTIONS) }
    return {
      as: createRepresentation({ properties: all }, shown),
      links: include.length + kept.filter((name) => !(name in properties)).length,
    }
  }
  return (given) => {
    const choice = readChoice(given, type, Object.keys(members))
    if (given.include === undefined && given.fields === undefined && !choice.actions) return null
    const key = JSON.stringify(choice)
    const known = made.get(key)
    if (known) return known
    // A client chooses the forms, so that the map has a limit. A known form stays until a new one is too many.
    if (made.size >= MOST_SHAPES) made.clear()
    const shape = create(choice)
    made.set(key, shape)
    return shape
  }
}
