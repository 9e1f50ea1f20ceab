import { counter } from '../fields/field-builders.ts'
import { toWord, type Field } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'
import type { RecordType } from '../types/record-type.ts'

/** C17.5: the numbers that readers of a record change, under the names of the options that declare them. */
export const LIKES = 'likes'
export const VIEWS = 'views'

/** Whether the caller likes a record. */
export const LIKED = 'liked'

/** The relation from a record of a declared type to the users who like it. No interface shows them. */
export const LIKED_BY = '.likedBy'

/** The pairs of a record of a declared type and a user who likes it. */
export const RECORD_LIKES = 'recordLikes'

/** A declaration without types can have any value. */
export interface DeclaredCounters {
  readonly name: string
  readonly custom?: unknown
  readonly likes?: unknown
  readonly views?: unknown
}

type Counter = ReturnType<typeof counter>

/** The fields that the options add. */
export type Counted<Likes, Views> = (Likes extends true ? { readonly likes: Counter } : unknown) &
  (Views extends true ? { readonly views: Counter } : unknown)

/** Lists are filtered and ordered by the number. */
const createCounter = (about: string): Field => ({ ...counter({ about }), index: true })

/** C17.5: the counters of a type, beside those that it declares itself. */
export const declareCounters = ({ name, likes, views }: DeclaredCounters, fields: Fields): Fields => {
  const word = toWord(name)
  const added = {
    ...(likes === true && { [LIKES]: createCounter(`The number of users who like the ${word}.`) }),
    ...(views === true && {
      [VIEWS]: createCounter(`How often others than the owner have read the ${word} by its id.`),
    }),
  }
  return Object.fromEntries(Object.entries(added).filter(([each]) => !Object.hasOwn(fields, each)))
}

type Counting = Pick<RecordType, 'takesLikes' | 'countsViews'>

/** The counters of a type that have an address of their own, because they are in no body of a record (C6.8). */
export const listCounters = ({ takesLikes, countsViews }: Counting): readonly string[] => [
  ...(countsViews ? [VIEWS] : []),
  ...(takesLikes ? [LIKES] : []),
]

/** C17.5: interfaces tell the caller whether it likes a record, in a member that a release of articles does not have. */
export const showsLiked = ({ takesLikes, custom }: Pick<RecordType, 'takesLikes' | 'custom'>): boolean =>
  takesLikes && custom === null

/** The schema of the counters over REST: `RecipeStats`. */
export const nameStats = ({ name }: Pick<RecordType, 'name'>): string => `${name}Stats`
