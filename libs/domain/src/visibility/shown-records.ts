import type { ShownRecord } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import type { ContentModel } from '../model/content-model.ts'

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
