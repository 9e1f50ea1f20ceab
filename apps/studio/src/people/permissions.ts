import type { ContentModel, ContentType } from '../api/model.ts'

/** The permissions of a type and of its operations. */
const listOwn = ({ permissions, operations }: ContentType): readonly string[] => [
  ...Object.values(permissions),
  ...operations.map(({ permission }) => permission),
]

/** The permissions that the model names, and those of the session, which may name more. */
export const listPermissions = ({ types }: ContentModel, ofSession: readonly string[]): readonly string[] =>
  [...new Set([...types.flatMap(listOwn), ...ofSession])].toSorted()

/** The type whose records a permission is about: `meetups:cancel` is about a meetup. */
export const findSubject = ({ types }: ContentModel, permission: string): ContentType | null => {
  const [name] = permission.split(':')
  const named = types.find(({ path, plural }) => path === name || plural === name)
  return named ?? types.find((type) => listOwn(type).includes(permission)) ?? null
}
