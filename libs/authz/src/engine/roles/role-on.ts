import { show } from '../decisions/check.ts'
import { suggest } from '../decisions/suggest.ts'
import { type Condition, always } from '../conditions/condition.ts'
import { type PolicyDocument, type RuleDocument, listPermissions, parseResource } from '../policy/document.ts'
import { InvalidPolicy, type Problem } from '../errors.ts'
import { isAbout, listRules } from './hierarchy.ts'
import { join } from '../conditions/junctions.ts'

/** The rules of a role for the resources on which a subject has the role, before a change and after it. */
function rulesOn(document: PolicyDocument, resource: string, role: string, on: Condition): RuleDocument[] {
  const about = listPermissions(document).filter((permission) => parseResource(permission) === resource)
  return listRules(document, role).flatMap(({ role: _, path: __, ...rule }) => {
    const permissions = about.filter((permission) => isAbout(rule, permission))
    const { when = always, after } = rule
    const conditions = { when: join('and', [on, when]), ...(after && { after: join('and', [on, after]) }) }
    return permissions.length ? [{ ...rule, permissions, ...conditions }] : []
  })
}

/**
 * Replaces `roleOn` with rules of every subject: where its condition holds, the subject has the rules of the role.
 * @throws {InvalidPolicy} with each unknown role or resource.
 */
export function expandRoles(given: PolicyDocument): PolicyDocument {
  if (!Object.hasOwn(given, 'roleOn')) return given
  const { roleOn, ...document } = given
  if (roleOn === undefined) return document
  const { roles, resources } = document
  const problems: Problem[] = []
  const check = (kind: string, name: string, known: object, path: string) =>
    Object.hasOwn(known, name) ||
    problems.push({ path, message: `unknown ${kind} "${name}"${suggest(name, Object.keys(known))}` })
  const listEntries = <T>(given: Readonly<Record<string, T>>, path: string): [string, T][] => {
    if (Object(given) !== given) problems.push({ path, message: `is no object, but ${show(given)}` })
    return Object.entries(Object(given))
  }
  const rules = listEntries(roleOn, 'roleOn').flatMap(([resource, conditions]) => {
    check('resource', resource, resources, 'roleOn')
    return listEntries(conditions, `roleOn.${resource}`).flatMap(([role, when]) => {
      check('role', role, roles, `roleOn.${resource}`)
      return rulesOn(document, resource, role, when)
    })
  })
  if (problems.length) throw new InvalidPolicy(problems)
  const shared = roles['*']
  return { ...document, roles: { ...roles, '*': { ...shared, rules: [...(shared?.rules ?? []), ...rules] } } }
}
