import { isAbout } from '../engine/roles/hierarchy.ts'
import type { Finding } from './finding.ts'
import { type NamedPermission, type PolicyIndex, isAboutNamed } from './policy-index.ts'

/** Permissions that no role allows. */
export function ungranted({ document, permissions, own }: PolicyIndex): Finding[] {
  const rules = Object.keys(document.roles).flatMap(own)
  return permissions
    .filter((permission) => !rules.some((rule) => rule.effect === 'allow' && isAboutNamed(rule, permission)))
    .map(({ permission }) => ({
      kind: 'ungranted',
      path: 'resources',
      message: `no role allows ${permission}`,
    }))
}

/** Parents of a role that the role also inherits through another parent. */
export function redundantParents({ document, lineage }: PolicyIndex, role: string): Finding[] {
  const parents = document.roles[role]?.inherits ?? []
  return parents.flatMap((parent, i): Finding[] => {
    const through = parents.find(
      (other, j) => (other !== parent || j < i) && j !== i && lineage(other).includes(parent),
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
const namesHeld = ({ own }: PolicyIndex, roles: readonly string[]): ReadonlySet<string> =>
  new Set(
    roles
      .flatMap(own)
      .filter(({ effect, when }) => effect === 'allow' && !when)
      .flatMap(({ permissions }) => permissions),
  )

const namesOneOf =
  (held: ReadonlySet<string>) =>
  ({ names }: NamedPermission) =>
    [...names].some((name) => held.has(name))

/** Returns a function that finds the rules with which a role can give itself permissions that it lacks. */
export function escalations(
  index: PolicyIndex,
  grants: Readonly<Record<string, readonly string[]>>,
): (role: string) => Finding[] {
  const granting = Object.entries(grants)
  const known = index.permissions.filter(namesOneOf(namesHeld(index, Object.keys(index.document.roles))))
  return (role) => {
    const own = index.own(role).filter((rule) => rule.effect === 'allow')
    const isGranting = own.some((rule) => granting.some(([permission]) => isAbout(rule, permission)))
    if (!isGranting) return []
    const isHeld = namesOneOf(namesHeld(index, index.lineage(role)))
    const lacking = known.filter((each) => !isHeld(each)).map(({ permission }) => permission)
    if (lacking.length === 0) return []
    const gain = `${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ', …' : ''}`
    return granting.flatMap(([permission, fields]) =>
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
}
