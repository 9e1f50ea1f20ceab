import { type PolicyDocument, listNames } from '../document.ts'
import { isAbout, listLineage, listRules } from '../hierarchy.ts'
import type { Finding } from './finding.ts'

/** Permissions that no role allows. */
export function ungranted(document: PolicyDocument, permissions: readonly string[]): Finding[] {
  const rules = Object.keys(document.roles).flatMap((role) => listRules(document, role))
  return permissions
    .filter((permission) => !rules.some((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
    .map((permission) => ({ kind: 'ungranted', path: 'resources', message: `no role allows ${permission}` }))
}

/** Parents of a role that the role also inherits through another parent. */
export function redundantParents(document: PolicyDocument, role: string): Finding[] {
  const parents = document.roles[role]?.inherits ?? []
  return parents.flatMap((parent, i): Finding[] => {
    const through = parents.find(
      (other, j) => (other !== parent || j < i) && j !== i && listLineage(document, other).includes(parent),
    )
    const message =
      through === parent
        ? `${parent} is listed twice; remove one`
        : `${through} already inherits ${parent}; remove ${parent}`
    return through === undefined
      ? []
      : [{ kind: 'redundant-parent', path: `roles.${role}.inherits[${i}]`, message }]
  })
}

/** The names in the rules that allow something to one of the roles on every resource. */
const namesHeld = (document: PolicyDocument, roles: readonly string[]): ReadonlySet<string> =>
  new Set(
    roles
      .flatMap((role) => listRules(document, role))
      .flatMap(({ effect, when, permissions }) => (effect === 'allow' && !when ? permissions : [])),
  )

/** Rules with which a role can give itself permissions that it lacks. */
export function escalations(
  document: PolicyDocument,
  permissions: readonly string[],
  role: string,
  grants: Readonly<Record<string, readonly string[]>>,
): Finding[] {
  if (Object.keys(grants).length === 0) return []
  const held = namesHeld(document, [role])
  const known = namesHeld(document, Object.keys(document.roles))
  const isIn = (names: ReadonlySet<string>) => (permission: string) =>
    listNames(permission).some((name) => names.has(name))
  const lacking = permissions.filter(isIn(known)).filter((permission) => !isIn(held)(permission))
  if (lacking.length === 0) return []
  const gain = `${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ', …' : ''}`
  const own = listRules(document, role).filter((rule) => rule.role === role && rule.effect === 'allow')
  return Object.entries(grants).flatMap(([permission, fields]) =>
    own
      .filter((rule) => isAbout(rule, permission))
      .filter(({ omit = [] }) => fields.length === 0 || fields.some((field) => !omit.includes(field)))
      .map(({ path }): Finding => ({
        kind: 'escalation',
        path,
        message: `with ${permission}, a subject with this role can give itself ${gain}`,
      })),
  )
}
