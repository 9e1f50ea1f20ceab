import { where } from '@content-service/authz'
import { LIKED, LIKED_BY, showsLiked } from '../model/counters/counters.ts'
import type { Collection } from '../model/collections.ts'
import type { RelatedSelection, Row, Selection } from '../reading/reading.ts'
import type { UserId } from '../rules/ids.ts'
import type { ModelContext } from './read-context.ts'

const user = where<{ id: UserId }>()

/** C17.5: whether a read asks if the caller likes the records. */
export const asksLiked = (
  { model }: Pick<ModelContext, 'model'>,
  of: Collection,
  { fields }: Pick<Selection, 'fields'>,
): boolean => {
  const type = model.typeOf(of)
  return type !== undefined && showsLiked(type) && fields.includes(LIKED)
}

/** The caller among the users who like a record: a read shows nobody else of them. */
export const selectLiked = (
  context: Pick<ModelContext, 'model' | 'caller'>,
  of: Collection,
  select: Selection,
): readonly RelatedSelection[] => {
  const { id } = context.caller
  if (id === null || !asksLiked(context, of, select)) return []
  return [
    {
      as: LIKED_BY,
      relation: LIKED_BY,
      where: user.id.eq(id),
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: ['id'] },
    },
  ]
}

/** The row with the answer in the place of the relation. */
export const addLiked = (row: Row): Row => {
  const { [LIKED_BY]: found, ...rest } = row
  return { ...rest, [LIKED]: Array.isArray(found) && found.length > 0 }
}
