import { type Context, type Row } from '@content-service/domain'
import { findHighestRole } from '@content-service/domain/internal/users'
import { createRepresentation, type Representation } from '../representations/representation.ts'
import type { SpecialMember } from '../schemas/shape.ts'
import { accountSchema, preferencesSchema, profileSchema, settingsSchema } from './me-schemas.ts'

type Schema = Parameters<typeof createRepresentation>[0]

/** A part of an account, which has no version: other changes of the account do not make it stale (C6.8). */
const representPart = (part: string, schema: Schema): Representation => {
  const { present, write, computeTag } = createRepresentation(schema)
  const partOf = (account: object): object => (account as Row)[part] as object
  return {
    select: { fields: [part] },
    present: (account) => present(partOf(account)),
    write: (account) => write(partOf(account)),
    computeTag: (account) => computeTag(partOf(account)),
  }
}

const PROFILE = representPart('profile', profileSchema)
export const SETTINGS = representPart('settings', settingsSchema)
export const PREFERENCES = representPart('preferences', preferencesSchema)

const showPart = ({ select, present }: Representation): SpecialMember => ({
  reads: select.fields,
  show: present,
})

/** The member names of the GraphQL type (C6.1), for callers who may see all fields. */
export const representAccount = ({ policy, model }: Context): Representation =>
  createRepresentation(accountSchema(model), {
    role: {
      reads: ['roles', 'version'],
      show: ({ roles }) => findHighestRole(policy, roles as readonly string[]),
    },
    profile: showPart(PROFILE),
    settings: showPart(SETTINGS),
    preferences: showPart(PREFERENCES),
  })
