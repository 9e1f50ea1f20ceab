import type { User, UserId } from '@content-service/domain'
import { TtlCache } from './ttl-cache.ts'

/** Users by id, as they were at most a few seconds ago (C3.6). */
export class UserCache extends TtlCache<UserId, User | null> {}
