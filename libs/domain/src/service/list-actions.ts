import type { RecordAction } from '../actions/record-action.ts'
import { ARTICLE_ACTIONS } from '../articles/article-actions.ts'
import { COMMENT_ACTIONS } from '../comments/comment-actions.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { declareRecordActions } from '../records/record-actions.ts'
import { USER_ACTIONS } from '../users/user-actions.ts'

const OWN_ACTIONS: Readonly<Record<string, readonly RecordAction[]>> = {
  Article: ARTICLE_ACTIONS,
  Comment: COMMENT_ACTIONS,
  User: USER_ACTIONS,
}

/** C12.8: the actions on the records of a type among these types. */
export const listActions = (type: RecordType, types: readonly RecordType[]): readonly RecordAction[] =>
  OWN_ACTIONS[type.name] ?? declareRecordActions(type, types)
