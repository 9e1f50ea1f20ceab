import type { PolicyDocument } from '../document.ts'
import { isAbout, lineageOf, rulesFor } from '../hierarchy.ts'
import type { Finding } from './finding.ts'

/** Permissions that no role allows. */
export function ungranted(document: PolicyDocument, permissions: readonly string[]): Finding[] {
  const rules = Object.keys(document.roles).flatMap((role) => rulesFor(document, role))
  return permissions
    .filter((permission) => !rules.some((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
    .map((permission) => ({ kind: 'ungranted', path: 'resources', message: `no role allows ${permission}` }))
}

/** Parents of a role that the role also inherits through another parent. */
export function redundantParents(document: PolicyDocument, role: string): Finding[] {
  const parents = document.roles[role]?.inherits ?? []
  return parents.flatMap((parent, i): Finding[] => {
    const through = parents.find(
      (other, j) => (other !== parent || j < i) && j !== i && lineageOf(document, other).includes(parent),
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

/** Rules with which a role can give itself permissions that it lacks. */
export function escalations(
  document: PolicyDocument,
  permissions: readonly string[],
  role: string,
  grants: Readonly<Record<string, readonly string[]>>,
): Finding[] {
  const mayAlways = (of: string, permission: string) =>
    rulesFor(document, of).some((rule) => rule.effect === 'allow' && !rule.when && isAbout(rule, permission))
  const lacking = permissions.filter(
    (permission) =>
      !mayAlways(role, permission) &&
      Object.keys(document.roles).some((other) => mayAlways(other, permission)),
  )
  if (lacking.length === 0) return []
  const gain = `${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ', …' : ''}`
  const own = rulesFor(document, role).filter((rule) => rule.role === role && rule.effect === 'allow')
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
