import type { ContentModel, RecordType } from '@content-service/domain'
import { SHOWN_ACTIONS } from '@content-service/domain/internal/actions'
import { leadsToUser } from '@content-service/domain/internal/model'
import { adviseName, quote } from '@content-service/domain/internal/rules'
import { Type, type TObject, type TSchema } from 'typebox'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { parseWord } from '../requests/paging.ts'
import { endSentence, RestError } from '../protocol/problem.ts'
import { showLinked, showLinkIds, shownIdsSchema } from './link-lists.ts'
import { hideableSchema, linkedSchema } from './record-schemas.ts'
import { createRepresentation, type Representation } from './representation.ts'
import { SHOW_ACTIONS, shownActions } from '../schemas/actions-schema.ts'
import { isShownWhenAsked, type SpecialMember } from '../schemas/shape.ts'
import { textSchema } from '../schemas/schema-terms.ts'

/** The names of members that a URL chooses. */
export interface GivenChoice {
  readonly include?: string | undefined
  readonly fields?: string | undefined
  readonly actions?: string | undefined
}

interface Choice {
  readonly include: readonly string[]
  readonly fields: readonly string[]
  readonly actions: boolean
}

/** The form of records that a URL chooses. */
export interface ChosenShape {
  readonly as: Representation
  /** The requests that its links cost for each 20 records. */
  readonly links: number
}

/** Returns the chosen form; null for a URL that chooses none. @throws BAD_REQUEST. */
export type ChooseShape = (given: GivenChoice) => ChosenShape | null

/** The members that every body keeps. */
const KEPT: ReadonlySet<string> = new Set(['id', 'version'])
const MOST_SHAPES = 100
const FLAGS = ['true', 'false'] as const
const ABOUT_ACTIONS =
  'True: each record has the member `actions`, with what you may do to it now, beside the members that `fields` names.'

const listIncludable = ({ links, manyLinks }: RecordType): readonly string[] =>
  [...links, ...manyLinks].map(({ name }) => name)

/** The members that a URL can name: lists of records leave out the ids of links (C14.2). */
const listMembers = (
  model: ContentModel,
  { manyLinks }: RecordType,
  { properties }: Pick<TObject, 'properties'>,
): Readonly<Record<string, TSchema>> => ({
  ...Object.fromEntries(Object.entries(properties).filter(([, schema]) => !isShownWhenAsked(schema))),
  ...Object.fromEntries(manyLinks.map(({ attribute, field }) => [attribute, shownIdsSchema(model, field)])),
})

/** The parameters that choose the members of bodies (C13.5). */
export const createChoiceParameters = (
  model: ContentModel,
  type: RecordType,
  schema: TObject,
): QueryParameters => {
  const links = listIncludable(type)
  const members = Object.keys(listMembers(model, type, schema))
  return {
    ...(links.length > 0 && {
      include: {
        schema: textSchema(
          1_000,
          `Links whose records stand in the body in the place of their short forms, separated by commas: ${links.join(', ')}. Each costs a request for each 20 records.`,
          { examples: [links[0]] },
        ),
      },
    }),
    fields: {
      schema: textSchema(
        1_000,
        `The members of the body, separated by commas: ${members.join(', ')}. \`id\` and \`version\` stay.`,
        { examples: [members.find((name) => !KEPT.has(name)) ?? 'id'] },
      ),
    },
    [SHOWN_ACTIONS]: { schema: Type.Boolean({ description: ABOUT_ACTIONS }) },
  }
}

/** The description of an answer whose members the URL can choose. */
export const describeChosen = (description: string): string =>
  `${description} With \`fields\`, records have these members, \`id\` and \`version\` alone. With \`include\`, linked records stand in the place of their short forms. With \`actions=true\`, records have \`actions\`, too.`

const readNames = (
  text: string | undefined,
  known: readonly string[],
  parameter: string,
): readonly string[] => {
  if (text === undefined) return []
  const names = [...new Set(text.split(','))]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return names
  throw new RestError(
    'BAD_REQUEST',
    endSentence(
      `The parameter ${parameter} names ${quote(unknown)}, which this body does not have; ${adviseName(unknown, known)}`,
    ),
  )
}

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
  return ({ include, fields, actions }) => {
    const choice = {
      include: readNames(include, listIncludable(type), 'include'),
      fields: readNames(fields, Object.keys(members), 'fields'),
      actions: parseWord(FLAGS, actions, SHOWN_ACTIONS) === 'true',
    }
    if (include === undefined && fields === undefined && !choice.actions) return null
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
