import type { UserId } from '../rules/ids.ts'

/** A user who follows another user (C3.8). */
export interface Follow {
  readonly followerId: UserId
  readonly followedId: UserId
  readonly createdAt: Date
}
