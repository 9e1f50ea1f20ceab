import { AVAILABLE_ACTIONS, SHOWN_ACTIONS } from '@content-service/domain/internal/actions'
import { Type } from 'typebox'
import { whenAsked, type SpecialMember } from './shape.ts'
import { textSchema } from './schema-terms.ts'

/** The most actions of a type. */
const MOST_ACTIONS = 100

/** C12.8: the words of actions. */
export const actionsSchema = Type.Array(
  textSchema(100, 'The name of an action.', { examples: ['update', 'status:PUBLISHED'] }),
  { maxItems: MOST_ACTIONS },
)

const DESCRIPTION =
  'What you may do to the record now, in alphabetical order. Present only with `actions=true`, and not in linked records.'

/** C17.9: the member that a body has if the URL asks for it. */
export const shownActions = {
  [SHOWN_ACTIONS]: Type.Optional(whenAsked({ ...actionsSchema, description: DESCRIPTION })),
}

/** How a body shows what the caller may do. */
export const SHOW_ACTIONS: Readonly<Record<string, SpecialMember>> = {
  [SHOWN_ACTIONS]: { reads: [AVAILABLE_ACTIONS], show: (row) => row[AVAILABLE_ACTIONS] },
}
