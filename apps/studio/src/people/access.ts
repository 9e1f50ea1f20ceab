import type { Choice } from '../forms/inputs.tsx'
import type { UserAccess } from '../api/people-paths.ts'
import type { ContentType } from '../api/model.ts'

/** What the form changes. */
export type AccessValues = Pick<UserAccess, 'username' | 'role' | 'status' | 'permissions'>

export const readValues = ({ username, role, status, permissions }: UserAccess): AccessValues => ({
  username,
  role,
  status,
  permissions: permissions.toSorted(),
})

/** C20.4: only what was changed is sent. The order of permissions has no meaning. */
export const findChanges = (before: AccessValues, after: AccessValues): Partial<AccessValues> => {
  const sorted = { ...after, permissions: after.permissions.toSorted() }
  const names = Object.keys(before) as (keyof AccessValues)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(sorted[name]))
  return Object.fromEntries(changed.map((name) => [name, sorted[name]]))
}

/** The values that a filter of the type compares, under the names of `words` where it has them; with `held`, if it is another one. */
export const listChoices = (
  type: ContentType,
  name: string,
  { words, held }: { readonly words: Readonly<Record<string, string>>; readonly held: string },
): readonly Choice[] => {
  const filter = type.filters.find((each) => each.name === name)
  const known = filter?.kind === 'value' ? (filter.choices ?? []) : []
  const all = known.some(({ value }) => value === held) ? known : [{ value: held, label: held }, ...known]
  return all.map(({ value, label }) => ({ value, label: words[value] ?? label }))
}
