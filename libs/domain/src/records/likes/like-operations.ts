import { requireUser } from '../../access/access.ts'
import { demand } from '../../actions/requirement.ts'
import type { Clock, StoreContext } from '../../context/context.ts'
import type { RecordId } from '../../model/fields/field.ts'
import type { Liking } from '../../model/types/record-store.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { RecordOf } from '../../model/types/record-values.ts'
import { recordNotFound } from '../../rules/errors.ts'
import { collectLinkedFacts } from '../read-linked-facts.ts'
import { listLiking } from './like-actions.ts'

/** The like that the caller asks for. @throws UNAUTHENTICATED, NOT_FOUND. */
const createLiking = (context: StoreContext, type: RecordType, id: RecordId | null) => {
  const user = requireUser(context)
  if (id === null) throw recordNotFound(type)
  const liking: Liking<unknown> = {
    user,
    // A store has records.
    decide: (current) => demand(context, listLiking(type), current as object),
    facts: collectLinkedFacts(context, [type.permissions.read]),
  }
  return { id, liking }
}

/** `likeRecipe` (C17.5), idempotent. Returns the liked record. @throws UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, CONFLICT. */
export const likeRecord = async <T extends RecordType>(
  context: StoreContext & Clock,
  type: T,
  of: RecordId | null,
): Promise<RecordOf<T>> => {
  const { id, liking } = createLiking(context, type, of)
  return context.stores.records(type).like(id, { ...liking, at: context.now() })
}

/** `unlikeRecipe` (C17.5), idempotent. @throws as `likeRecord`. */
export const unlikeRecord = async <T extends RecordType>(
  context: StoreContext,
  type: T,
  of: RecordId | null,
): Promise<RecordOf<T>> => {
  const { id, liking } = createLiking(context, type, of)
  return context.stores.records(type).unlike(id, liking)
}
