import type { User, UserId } from '@content-service/domain'
import { FreshReads } from './fresh-reads.ts'

/** Users by id, as they were at most a few seconds ago (C3.6). */
export class UserCache extends FreshReads<UserId, User | null> {}
