import { may } from './access.ts'
import type { Permission } from './content-policy.ts'
import type { Context } from './context.ts'
import { ATTRIBUTES } from './policy-file/vocabulary.ts'

/** A permission that a response needs, with the facts of the shown record by which a policy decides. */
export interface ShownRecord {
  readonly permission: Permission
  readonly facts: Readonly<Record<string, unknown>>
}

/** The attributes of a record by which a policy can decide about the permission. */
export const listFacts = (permission: Permission): readonly string[] =>
  Object.keys(ATTRIBUTES[permission.split(':')[0] as keyof typeof ATTRIBUTES])

export const createShownRecord = (permission: Permission, record: object): ShownRecord => {
  const facts = new Set(listFacts(permission))
  return { permission, facts: Object.fromEntries(Object.entries(record).filter(([name]) => facts.has(name))) }
}

/** C12.16: whether the caller may read all records that a response shows. */
export const maySee = (asking: Pick<Context, 'caller' | 'policy'>, shown: readonly ShownRecord[]): boolean =>
  shown.every(({ permission, facts }) => may(asking, permission, facts))
