import type { Row, User } from '@content-service/domain'
import { etagOf } from '../etag.ts'

/** What a user is read with to be presented. */
export const USER_FIELDS = ['id', 'name', 'email', 'age', 'deleted', 'version'] as const

type Shown = Pick<User, (typeof USER_FIELDS)[number]>

/** The reader returns exactly the fields it was asked for. */
export const shownUser = (row: Row): Shown => row as unknown as Shown

/** C6.1: exactly `{id, name, email, age}`, plus `deleted: true` where it is so. An allow-list. */
export const presentUser = ({ id, name, email, age, deleted }: Shown) => ({
  id,
  name,
  email,
  age,
  ...(deleted && { deleted }),
})

export const userEtag = (user: Shown): string => etagOf(user.version, presentUser(user))
