import { followUser, unfollowUser, userId } from '@content-service/domain'
import { empty, type RestHandler } from '../http.ts'

/** C3.8. Idempotent, both ways. */
export const putFollowing: RestHandler = async (_request, context, { id = '' }) => {
  await followUser(context, userId(id))
  return empty(204)
}

export const removeFollowing: RestHandler = async (_request, context, { id = '' }) => {
  await unfollowUser(context, userId(id))
  return empty(204)
}
