import type { ContentModel, RecordType } from '@content-service/domain'
import { leadsToUser } from '@content-service/domain/model'
import { adviseName, quote } from '@content-service/domain/rules'
import type { TObject, TSchema } from 'typebox'
import type { QueryParameters } from '../endpoints/endpoint.ts'
import { endSentence, RestError } from '../problem.ts'
import { hideableSchema, shownSchema } from '../records/record-schemas.ts'
import { createRepresentation, type Representation } from '../schemas/representation.ts'
import { textSchema } from '../schemas/schema-terms.ts'

/** The names of members that a URL chooses. */
export interface GivenChoice {
  readonly include?: string | undefined
  readonly fields?: string | undefined
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

const listIncludable = ({ links }: RecordType): readonly string[] => links.map(({ name }) => name)

/** The parameters that choose the members of bodies (C13.5). */
export const createChoiceParameters = (type: RecordType, { properties }: TObject): QueryParameters => {
  const links = listIncludable(type)
  const members = Object.keys(properties)
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
  }
}

/** The description of an answer whose members the URL can choose. */
export const describeChosen = (description: string): string =>
  `${description} With \`fields\`, records have these members, \`id\` and \`version\` alone. With \`include\`, linked records stand in the place of their short forms.`

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
  return hideableSchema(link.field, shownSchema(model, model.typeNamed(link.field.to.name)))
}

/** Chooses among the members of a body. The forms of the last choices are kept. */
export const createShapeChooser = (
  model: ContentModel,
  type: RecordType,
  { properties }: TObject,
): ChooseShape => {
  const made = new Map<string, ChosenShape>()
  const create = (include: readonly string[], fields: readonly string[]): ChosenShape => {
    const kept = Object.entries(properties).filter(
      ([name]) => fields.length === 0 || KEPT.has(name) || fields.includes(name) || include.includes(name),
    )
    const chosen = kept.map(([name, schema]) => [
      name,
      (include.includes(name) ? includeLink(model, type, name) : undefined) ?? schema,
    ])
    return { as: createRepresentation({ properties: Object.fromEntries(chosen) }), links: include.length }
  }
  return ({ include, fields }) => {
    if (include === undefined && fields === undefined) return null
    const names = [
      readNames(include, listIncludable(type), 'include'),
      readNames(fields, Object.keys(properties), 'fields'),
    ] as const
    const key = JSON.stringify(names)
    const known = made.get(key)
    if (known) return known
    // A client chooses the forms, so that the map has a limit. A known form stays until a new one is too many.
    if (made.size >= MOST_SHAPES) made.clear()
    const shape = create(...names)
    made.set(key, shape)
    return shape
  }
}
