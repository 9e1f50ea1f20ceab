import type { User } from '@content-service/domain'
import type { EntityName } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'

export type UserRow = { -readonly [Name in keyof User]: User[Name] }

/** The entity of users in the model of the session, with the fields that a team has added. */
export const getUserEntity = (em: SqlEntityManager): EntityName<UserRow> =>
  em.getMetadata().getByClassName<UserRow>('User').class
