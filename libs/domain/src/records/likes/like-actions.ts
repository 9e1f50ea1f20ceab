import { createRefusal, may } from '../../access/access.ts'
import { declareAction, type RecordAction } from '../../actions/record-action.ts'
import { USER, type Requirement } from '../../actions/requirement.ts'
import { findState } from '../../model/states/record-state.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { ContentError } from '../../rules/errors.ts'
import { findForWrite } from '../deletion/requirements.ts'

type Values = Readonly<Record<string, unknown>>

/** C7.7: likes belong to the caller's account, so that they need `users:write` on the caller. */
const TAKING_PART: Requirement<unknown> = {
  holds: (context) => may(context, 'users:write', { id: context.caller.id }),
  refuse: (context) => createRefusal(context, 'users:write'),
}

/** What readers do to a record. */
const describeDoing = ({ custom }: RecordType): string =>
  custom?.lists?.['comments'] ? 'like and comment' : 'like'

/** C4.6, C17.5: the record is in the state that readers see, if its type names one. */
export const needsPublished = (type: RecordType): Requirement<object> => {
  const { names, word } = type
  const { name = '', field } = findState(type) ?? {}
  const published = field?.published ?? null
  const read = (record: object): unknown => (record as Values)[name]
  return {
    holds: (_, record) => published === null || read(record) === published,
    refuse: (_, record) =>
      new ContentError(
        'CONFLICT',
        `This ${word} is ${String(read(record))}. You can ${describeDoing(type)} only ${published} ${names.plural}.`,
      ),
  }
}

/** C4.6, C17.5: what a user needs to like a record, and to take the like back. */
export const listLiking = (type: RecordType): readonly Requirement<object>[] => [
  findForWrite(type),
  TAKING_PART,
  needsPublished(type),
]

/** C17.11: the action `like`; none for a type without likes. */
export const declareLikeAction = (type: RecordType): readonly RecordAction[] =>
  type.takesLikes
    ? [
        declareAction({
          word: 'like',
          rules: [USER, ...listLiking(type)],
          reads: [findState(type)?.name ?? []].flat(),
          operation: `like${type.name}`,
          input: {},
          status: 204,
        }),
      ]
    : []
