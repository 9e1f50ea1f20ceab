import type { ModelRole } from '../../access/model-role.ts'
import { USER_ROLES } from '../../access/role-names.ts'
import { isPlainObject } from '../../rules/is-object.ts'
import { adviseName, findUnknownOptions } from '../../rules/similar-name.ts'
import { listModelRoles, type ModelOptions, type RoleDeclaration } from '../roles/model-options.ts'
import { problem } from './model-problem.ts'
import { checkAbout } from './check-values.ts'

const OPTIONS = [
  'without',
  'roles',
  'handlers',
  'operations',
  'permissions',
] as const satisfies readonly (keyof ModelOptions)[]
const ROLE_OPTIONS = ['inherits', 'about'] as const satisfies readonly (keyof RoleDeclaration)[]

/** The name goes into policy files, imports and command lines. */
const ROLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/
const MOST_CHARACTERS = 40

const isBuiltIn = (name: string): boolean => USER_ROLES.some((role) => role === name)

const checkName = (name: string): readonly string[] => [
  ...problem(
    !ROLE.test(name) || name.length > MOST_CHARACTERS,
    `the name must be a word in capitals of at most ${MOST_CHARACTERS} characters, such as RECRUITER`,
  ),
  ...problem(isBuiltIn(name), 'the service has this role; choose another name'),
]

/** ADMIN inherits each role of the model. */
const checkInherited = (inherited: unknown, names: readonly string[]): readonly string[] => {
  if (inherited === 'ADMIN') return ['ADMIN inherits each role of the model; inherit EDITOR in its place']
  const known = [...USER_ROLES.filter((role) => role !== 'ADMIN'), ...names]
  if (typeof inherited === 'string' && known.includes(inherited)) return []
  const typed = typeof inherited === 'string' ? inherited : JSON.stringify(inherited)
  return [`inherits ${typed}, and no role has this name; ${adviseName(typed, known)}`]
}

const checkInherits = (inherits: unknown, names: readonly string[]): readonly string[] => {
  if (inherits === undefined) return []
  if (!Array.isArray(inherits)) return ["inherits must be a list of roles, such as ['READER']"]
  return [...new Set<unknown>(inherits)].flatMap((inherited) => checkInherited(inherited, names))
}

const checkDeclaration = (given: unknown, names: readonly string[]): readonly string[] => {
  if (!isPlainObject(given))
    return ["must be an object such as { inherits: ['READER'], about: 'People who …' }"]
  return [
    ...findUnknownOptions(given, ROLE_OPTIONS),
    ...checkAbout(given['about']),
    ...checkInherits(given['inherits'], names),
  ]
}

/** The way over inherited roles from a role back to itself; null if there is none. */
const findCircle = (
  roles: readonly ModelRole[],
  start: string,
  path: readonly string[],
): readonly string[] | null => {
  const { inherits = [] } = roles.find(({ name }) => name === path.at(-1)) ?? {}
  for (const next of inherits) {
    if (next === start) return [...path, next]
    const found = path.includes(next) ? null : findCircle(roles, start, [...path, next])
    if (found !== null) return found
  }
  return null
}

/** Each circle is one problem, of the role that is first in the declaration. */
const checkCircles = (roles: readonly ModelRole[]): readonly string[] => {
  const seen = new Set<string>()
  return roles.flatMap(({ name }) => {
    const circle = seen.has(name) ? null : findCircle(roles, name, [name])
    for (const member of circle ?? []) seen.add(member)
    return problem(
      circle !== null,
      `roles.${name}: inherits itself: ${circle?.join(' → ')}; remove one of these steps`,
    )
  })
}

const checkRoles = (roles: unknown): readonly string[] => {
  if (roles === undefined) return []
  if (!isPlainObject(roles))
    return ["roles: must be an object such as { RECRUITER: { inherits: ['READER'], about: 'People who …' } }"]
  const names = Object.keys(roles)
  return Object.entries(roles).flatMap(([name, given]) =>
    [...checkName(name), ...checkDeclaration(given, names)].map((wrong) => `roles.${name}: ${wrong}`),
  )
}

/** C15.22: what is wrong in the options of a model, with the place of each problem. */
export const checkModelOptions = (options: unknown): readonly string[] => {
  if (!isPlainObject(options)) return ['the options of contentModel must be an object such as { roles: {} }']
  return [
    ...findUnknownOptions(options, OPTIONS),
    ...checkRoles(options['roles']),
    ...checkCircles(listModelRoles(options)),
  ]
}

const SHARES: readonly unknown[] = ['all', 'own']

const checkRole = (role: string, known: readonly string[]): readonly string[] => {
  if (known.includes(role)) return []
  const other = ROLE.test(role) ? `, or declare ${role} in the roles of contentModel` : ''
  const advice = adviseName(role, known)
  return [`no role has the name ${role}; ${advice}${advice.endsWith('?') ? '' : other}`]
}

/** What is wrong with the roles of an action and with their shares. `names` are the roles of the model. */
export const checkShareRoles = (
  shares: Readonly<Record<string, unknown>>,
  names: readonly string[],
): readonly string[] =>
  Object.entries(shares).flatMap(([role, share]) => [
    ...checkRole(role, [...USER_ROLES, ...names]),
    ...problem(
      !SHARES.includes(share) && typeof share !== 'function',
      `${role} cannot have ${JSON.stringify(share)}; write 'all', 'own', or a function that returns a condition`,
    ),
  ])
