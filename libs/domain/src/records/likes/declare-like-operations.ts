import type { RecordType } from '../../model/types/record-type.ts'
import { actOnRecord } from '../../operations/run-operation.ts'
import { likeRecord, unlikeRecord } from './like-operations.ts'

const describeAccess = ({ plural, permissions }: RecordType) =>
  ({ resource: plural, access: 'signed in', shows: { permission: permissions.read } }) as const

/** `likeRecipe(id)` and `unlikeRecipe(id)` (C17.5); none for a type without likes. */
export const declareLikeOperations = (type: RecordType) =>
  type.takesLikes
    ? {
        [`like${type.name}`]: actOnRecord(
          type.parseId,
          (context, id) => likeRecord(context, type, id),
          describeAccess(type),
        ),
        [`unlike${type.name}`]: actOnRecord(
          type.parseId,
          (context, id) => unlikeRecord(context, type, id),
          describeAccess(type),
        ),
      }
    : {}
