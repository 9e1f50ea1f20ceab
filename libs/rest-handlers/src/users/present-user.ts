import { createRepresentation } from '../schemas/representation.ts'
import { userSchema } from './user-schemas.ts'

/** C6.1: exactly `{id, name, email, age}`, plus `deleted: true` on deleted users. */
export const USER = createRepresentation(userSchema, {
  deleted: { reads: ['deleted', 'version'], show: ({ deleted }) => deleted === true || undefined },
})
