import { isObject } from '../rules/is-object.ts'

/** C14.3: earlier releases gave comments the facts of their articles under these names. */
const ALIASES: Readonly<Record<string, string>> = { articleOwnerId: 'ownerId', articleStatus: 'status' }

const replaceAlias = (condition: unknown): unknown => {
  if (!isObject(condition)) return condition
  const { attribute, condition: inner, conditions } = condition
  if (Array.isArray(conditions)) return { ...condition, conditions: conditions.map(replaceAlias) }
  if (inner !== undefined) return { ...condition, condition: replaceAlias(inner) }
  const name = typeof attribute === 'string' && Object.hasOwn(ALIASES, attribute) && ALIASES[attribute]
  if (!name) return condition
  return { op: 'is', attribute: 'article', condition: { ...condition, attribute: name } }
}

const replaceRule = (rule: unknown): unknown =>
  isObject(rule) && rule['when'] !== undefined ? { ...rule, when: replaceAlias(rule['when']) } : rule

const replaceRole = (role: unknown): unknown =>
  isObject(role) && Array.isArray(role['rules']) ? { ...role, rules: role['rules'].map(replaceRule) } : role

/** The roles of a policy file, whose conditions follow the link to the article in the place of the aliases. */
export const replaceAliases = (roles: unknown): unknown =>
  isObject(roles)
    ? Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, replaceRole(role)]))
    : roles
