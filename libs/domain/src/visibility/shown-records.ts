import type { Permission } from '../access/content-policy.ts'
import type { ContentModel } from '../model/content-model.ts'

/** A permission that a response needs, with the facts of the shown record by which the policy decides. */
export interface ShownRecord {
  readonly permission: Permission
  readonly facts: Readonly<Record<string, unknown>>
}

/** The facts of a record by which the policy can decide about the permission. */
export const listFacts = ({ facts }: ContentModel, permission: Permission): readonly string[] =>
  Object.keys(facts[permission.split(':')[0] ?? ''] ?? {})

export const createShownRecord = (
  { model }: { readonly model: ContentModel },
  permission: Permission,
  record: object,
): ShownRecord => {
  const facts = new Set(listFacts(model, permission))
  return { permission, facts: Object.fromEntries(Object.entries(record).filter(([name]) => facts.has(name))) }
}
