import type { RecordType } from '../../model/types/record-type.ts'
import { actOnRecord } from '../../operations/run-operation.ts'
import { listLiking } from './like-actions.ts'
import { likeRecord, unlikeRecord } from './like-operations.ts'

const describeAccess = ({ plural, permissions }: RecordType) =>
  ({ resource: plural, access: 'signed in', shows: { permission: permissions.read } }) as const

/** `likeRecipe(id)` (C17.5). */
export const declareLiking = (type: RecordType, requirements = listLiking(type)) =>
  actOnRecord(
    type.parseId,
    (context, id) => likeRecord(context, type, { id, requirements }),
    describeAccess(type),
  )

/** `unlikeRecipe(id)` (C17.5). */
export const declareUnliking = (type: RecordType, requirements = listLiking(type)) =>
  actOnRecord(
    type.parseId,
    (context, id) => unlikeRecord(context, type, { id, requirements }),
    describeAccess(type),
  )

/** The operations of the likes of a type; none for a type without likes. */
export const declareLikeOperations = (type: RecordType) =>
  type.takesLikes
    ? { [`like${type.name}`]: declareLiking(type), [`unlike${type.name}`]: declareUnliking(type) }
    : {}
