import { builtInModel, User } from '@content-service/domain'
import { createChoiceParameters } from '../representations/choice-parameters.ts'
import { createShapeChooser } from '../representations/chosen-shape.ts'
import type { SpecialMember } from '../schemas/shape.ts'
import { createRepresentation } from '../representations/representation.ts'
import { userSchema } from './user-schemas.ts'

/** Members whose value is not the attribute of their name. */
const SPECIAL: Readonly<Record<string, SpecialMember>> = {
  deleted: { reads: ['deleted', 'version'], show: ({ deleted }) => deleted === true || undefined },
}

/** C6.1: exactly `{id, name, email, age}`, plus `deleted: true` on deleted users. */
export const USER = createRepresentation(userSchema, SPECIAL)

/** C13.5: the members of users that a URL names. */
export const USER_CHOICE = createChoiceParameters(builtInModel, User, userSchema)
export const chooseUserShape = createShapeChooser(builtInModel, User, userSchema, SPECIAL)
