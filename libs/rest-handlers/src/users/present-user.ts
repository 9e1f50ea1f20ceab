import type { Row } from '@content-service/domain'
import { etagOf } from '../etag.ts'
import { createShape } from '../shape.ts'
import { userSchema } from './user-schemas.ts'

/** C6.1: exactly `{id, name, email, age}`, plus `deleted: true` on deleted users. */
const USER = createShape(userSchema, {
  deleted: { reads: ['deleted', 'version'], show: ({ deleted }) => deleted === true || undefined },
})

export const { select: USER_SELECTION, present: presentUser } = USER

export const userEtag = (user: object): string =>
  etagOf((user as Row)['version'] as number, presentUser(user))
