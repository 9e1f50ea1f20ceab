import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { CREDENTIAL, hideWithout, needs, type Requirement } from '../actions/requirement.ts'

const READABLE = hideWithout('comments:read', { word: 'comment' })

/** C4.7: the rules of the operations and of the lists of actions. */
export const UPDATING: readonly Requirement<object>[] = [READABLE, needs('comments:write')]
export const DELETING: readonly Requirement<object>[] = [READABLE, needs('comments:delete')]

/** C12.8: the actions on a comment. */
export const COMMENT_ACTIONS: readonly RecordAction[] = sortActions([
  declareAction({ word: 'update', rules: [CREDENTIAL, ...UPDATING], operation: 'updateComment' }),
  declareAction({
    word: 'delete',
    rules: [CREDENTIAL, ...DELETING],
    operation: 'deleteComment',
    input: {},
    status: 204,
  }),
])
