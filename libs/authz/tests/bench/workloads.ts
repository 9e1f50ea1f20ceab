/** The requests to all libraries, in a neutral form. */
export const resources = Array.from({ length: 25 }, (_, i) => `resource${i}`)
/** The four actions that all libraries support. */
export const actions = ['create', 'read', 'update', 'delete'] as const
export type Action = (typeof actions)[number]

export interface Question {
  readonly resource: string
  readonly action: Action
  readonly permission: `${string}:${Action}`
}

export interface Row {
  readonly id: number
  readonly ownerId: number
  readonly status: string
  readonly at: Date
}

export const questions: readonly Question[] = resources.flatMap((resource) =>
  actions.map((action): Question => ({ resource, action, permission: `${resource}:${action}` })),
)

/** Half of the hundred permissions. */
export const granted = questions.filter(({ action }) => action === 'read' || action === 'create')

export const userId = 7
export const noon = new Date('2026-01-01T12:00:00Z')
/** The states of the list in a condition. */
export const states = ['DRAFT', 'PUBLISHED']
export const rows: readonly Row[] = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  ownerId: id % 2 === 0 ? userId : 8,
  status: id % 3 === 0 ? 'PUBLISHED' : 'DRAFT',
  at: new Date(noon.getTime() + (id % 2 === 0 ? -1000 : 1000) * (id + 1)),
}))

/** A thousand roles in five levels. Each role adds 100 of 500 permissions to the permissions of its parent. */
export interface BigRole {
  readonly name: string
  readonly parent: string | undefined
  readonly questions: readonly Question[]
}

export const bigResources = Array.from({ length: 125 }, (_, i) => `big${i}`)
export const bigQuestions = bigResources.flatMap((resource) =>
  actions.map((action): Question => ({ resource, action, permission: `${resource}:${action}` })),
)

export const bigRoles: readonly BigRole[] = Array.from({ length: 1000 }, (_, i) => {
  const level = Math.floor(i / 200)
  return {
    name: `role${i}`,
    parent: level > 0 ? `role${i - 200}` : undefined,
    questions: bigQuestions.slice(level * 100, level * 100 + 100),
  }
})

/** Users of all levels with requests of all levels, so that about half of the requests are allowed. */
export const bigAsks = Array.from({ length: 4096 }, (_, i) => ({
  role: (i * 389) % 1000,
  question: bigQuestions[(i * 211) % 500] as Question,
}))

/**
 * A measured library. It has no entry for a task that it does not support. Each function is one turn of `operations`
 * operations.
 */
export interface Contestant {
  readonly name: string
  readonly version: string
  readonly turns: Partial<Readonly<Record<RowName, Turn>>>
}

export interface Turn {
  readonly run: () => number | Promise<number>
  readonly operations: number
}

export const rowNames = [
  'exact',
  'roles',
  'ownership',
  'direct',
  'shapes',
  'three',
  'time',
  'mixed',
  'joined',
  'subjects',
  'roleSets',
  'ownInSets',
  'build',
  'filter',
  'query',
  'newQuery',
  'permits',
  'relation',
  'items',
  'field',
  'pack',
  'unpack',
  'packFirst',
] as const
export type RowName = (typeof rowNames)[number]

export const rowTitles: Readonly<Record<RowName, string>> = {
  exact: 'exact check, 100 permissions',
  roles: 'check, 1000 roles × 100 permissions, 5 levels',
  ownership: 'check of ownership',
  direct: 'the same without a prepared ability',
  shapes: 'check of ownership, rows of 20 shapes',
  three: 'check of a condition with three parts',
  time: 'check of a time',
  mixed: 'check of an owner, a list of states and a time',
  joined: 'check of ownership, with a permission that is joined from two texts',
  subjects: 'ability and ten checks, for each of 20,000 users',
  roleSets: 'ability and ten checks, for users with 6 of 60 random roles',
  ownInSets: 'the same with ten checks of ownership',
  build: "build a user's ability (best case: a known set of roles)",
  filter: 'filter 10,000 rows in memory',
  query: 'a filter for the database, for a user with 1,000 teams (best case: a known user)',
  newQuery: 'the same for a new user each time',
  permits: 'whether the user has a permission on any row',
  relation: 'check of an attribute of the owner',
  items: 'check of the members of a row, five each',
  field: 'check of a field',
  pack: "pack a new user's permissions for the browser",
  unpack: 'unpack them, and check one',
  packFirst: 'pack with the two rules of the first example',
}

/** The condition with three parts, which all libraries write in their own way. */
const isOfThree = ({ ownerId, status, id }: Row): boolean =>
  ownerId === userId && status === 'PUBLISHED' && id < 500

const isMixed = ({ ownerId, status, at }: Row): boolean =>
  ownerId === userId && states.includes(status) && at < noon

/** The number of allowed requests per turn. It must be equal for all libraries. */
export const expected = {
  exact: granted.length,
  ownership: rows.slice(0, 1000).filter((row) => row.ownerId === userId).length,
  direct: rows.slice(0, 1000).filter((row) => row.ownerId === userId).length,
  shapes: rows.slice(0, 1000).filter((row) => row.ownerId === userId).length,
  three: rows.slice(0, 1000).filter(isOfThree).length,
  time: rows.slice(0, 1000).filter(({ at }) => at < noon).length,
  mixed: rows.slice(0, 1000).filter(isMixed).length,
  joined: rows.slice(0, 1000).filter((row) => row.ownerId === userId).length,
  filter: rows.filter((row) => row.status === 'PUBLISHED' || row.ownerId === userId).length,
  relation: 500,
  items: 500,
  field: 500,
} as const

/** Counts the items for which the test is true. */
export function count<T>(items: readonly T[], test: (item: T) => boolean): number {
  let yes = 0
  for (let i = 0; i < items.length; i++) if (test(items[i] as T)) yes++
  return yes
}

export const turn = <T>(items: readonly T[], test: (item: T) => boolean): Turn => ({
  run: () => count(items, test),
  operations: items.length,
})
export const ownershipRows = rows.slice(0, 1000)

/** The same rows in 20 shapes: V8 cannot learn the place of an attribute. */
export const shapedRows: readonly Row[] = ownershipRows.map((row, i) => ({
  ...Object.fromEntries(Array.from({ length: i % 20 }, (_, j) => [`other${j}`, j])),
  ...row,
}))

/** Rows with related objects. The user is one of the members of each second row. */
export const relatedRows = ownershipRows.map((row) => ({
  owner: { id: row.ownerId, teamId: row.ownerId },
  members: Array.from({ length: 5 }, (_, i) => ({ userId: i < 4 ? 100 + i : row.ownerId })),
}))

/** Sixty roles, of which each has two permissions of one resource: one on all rows, one on the user's own. */
export const manyRoles = Array.from({ length: 60 }, (_, i) => ({
  name: `role${i}`,
  resource: `many${i % 20}`,
}))
export const manyPermissions = Array.from({ length: 10 }, (_, i) => `many${i * 2}:read` as const)

/** The permission of a user's own rows of the same resources, each with a row that half of the users own. */
export const manyOwned = Array.from({ length: 10 }, (_, i) => ({
  resource: `many${i * 2}`,
  permission: `many${i * 2}:write` as const,
  row: { ownerId: i },
}))

/** Numbers that look random, and are the same in each run. */
function* spread(): Generator<number, never> {
  for (let last = 1; ;) yield (last = (last * 48_271) % 2_147_483_647)
}

const numbers = spread()

function pickRoles(): readonly string[] {
  const picked = new Set<string>()
  while (picked.size < 6) picked.add(manyRoles[numbers.next().value % 60]?.name ?? '')
  return [...picked]
}

/** Users with six of the sixty roles each: hardly two have the same. */
export const mixedUsers = Array.from({ length: 20_000 }, (_, id) => ({ id, roles: pickRoles() }))

export const users = Array.from({ length: 20_000 }, (_, id) => ({ id, roles: ['USER'], teams: [id % 50] }))
