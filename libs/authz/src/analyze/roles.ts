import type { PolicyDocument } from '../document.ts'
import { isAbout, lineageOf, rulesFor } from '../hierarchy.ts'
import type { Finding } from './finding.ts'

/** Permissions that nobody has. */
export function ungranted(document: PolicyDocument, permissions: readonly string[]): Finding[] {
  const rules = Object.keys(document.roles).flatMap((role) => rulesFor(document, role))
  return permissions
    .filter((permission) => !rules.some((rule) => rule.effect === 'allow' && isAbout(rule, permission)))
    .map((permission) => ({ kind: 'ungranted', path: 'resources', message: `no role gives ${permission}` }))
}

/** Roles that come by way of another one as well. */
export function redundantParents(document: PolicyDocument, role: string): Finding[] {
  const parents = document.roles[role]?.inherits ?? []
  return parents.flatMap((parent, i): Finding[] => {
    const through = parents.find(
      (other, j) => (other !== parent || j < i) && j !== i && lineageOf(document, other).includes(parent),
    )
    const message = `${parent} comes with ${through} already`
    return through === undefined
      ? []
      : [{ kind: 'redundant-parent', path: `roles.${role}.inherits[${i}]`, message }]
  })
}

/** Rules by which a role may change what it may do, while there is something it may not. */
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
        message: `with ${permission} the role may give itself ${gain}`,
      })),
  )
}
