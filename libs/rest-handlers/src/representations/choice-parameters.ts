import type { ContentModel, RecordType } from '@content-service/domain'
import { SHOWN_ACTIONS } from '@content-service/domain/internal/actions'
import { adviseName, quote } from '@content-service/domain/internal/rules'
import { Type, type TObject, type TSchema } from 'typebox'
import { endSentence, RestError } from '../protocol/problem.ts'
import { parseWord } from '../requests/paging.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { textSchema } from '../schemas/schema-terms.ts'
import { isShownWhenAsked } from '../schemas/shape.ts'
import { shownIdsSchema } from './link-lists.ts'

/** The parameters of a URL that choose members. */
export interface GivenChoice {
  readonly include?: string | undefined
  readonly fields?: string | undefined
  readonly actions?: string | undefined
}

/** The members that a URL chooses. */
export interface Choice {
  readonly include: readonly string[]
  readonly fields: readonly string[]
  readonly actions: boolean
}

/** The members that every body keeps. */
export const KEPT: ReadonlySet<string> = new Set(['id', 'version'])
const FLAGS = ['true', 'false'] as const
const ABOUT_ACTIONS =
  'True: each record has the member `actions`, with what you may do to it now, beside the members that `fields` names.'

/** The links whose records a URL can include. */
export const listIncludable = ({ links, manyLinks }: RecordType): readonly string[] =>
  [...links, ...manyLinks].map(({ name }) => name)

/** The members that a URL can name: lists of records leave out the ids of links (C14.2). */
export const listMembers = (
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

/** The choice of a URL among these members. @throws BAD_REQUEST. */
export const readChoice = (
  { include, fields, actions }: GivenChoice,
  type: RecordType,
  members: readonly string[],
): Choice => ({
  include: readNames(include, listIncludable(type), 'include'),
  fields: readNames(fields, members, 'fields'),
  actions: parseWord(FLAGS, actions, SHOWN_ACTIONS) === 'true',
})
