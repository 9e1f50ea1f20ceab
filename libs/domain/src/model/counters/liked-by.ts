import type { UserId } from '../../rules/ids.ts'
import { relateThrough, type Relations } from '../collections.ts'
import type { RecordId } from '../fields/field.ts'
import type { RecordType } from '../types/record-type.ts'
import { LIKED_BY, RECORD_LIKES, showsLiked } from './counters.ts'

/** C17.5: a user who likes a record of a declared type. */
export interface RecordLike {
  readonly recordId: RecordId
  readonly userId: UserId
  readonly type: string
  readonly createdAt: Date
}

/** Where the likes of a type are: the collection, and its attribute with the id of the record. */
export const findLikes = ({ custom, word }: Pick<RecordType, 'custom' | 'word'>) =>
  custom === null
    ? ({ collection: RECORD_LIKES, attribute: 'recordId' } as const)
    : ({ collection: 'likes', attribute: `${word}Id` } as const)

/** The relation from the records of a type to the users who like them. */
export const relateToLikes = (type: RecordType): Relations =>
  showsLiked(type) ? { [LIKED_BY]: relateThrough('users', RECORD_LIKES, ['recordId', 'userId']) } : {}
