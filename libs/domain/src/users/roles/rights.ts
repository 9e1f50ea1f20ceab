import type { ContentPolicy } from '../../access/content-policy.ts'
import { InvalidValue } from '../../rules/errors.ts'
import { createLineRule, quote } from '../../rules/text.ts'

/** The names that a policy knows. */
export type Vocabulary = Pick<ContentPolicy, 'permissions' | 'roles'>

const MAX_NAME_LENGTH = 100

const permissionName = (value: string): string => {
  if (value.length > MAX_NAME_LENGTH || !/^[a-z-]+:[a-z-]+$/.test(value))
    throw new InvalidValue('must be strings of the form <resource>:<action>')
  return value
}

/** Checks each name, and removes duplicates. */
const createNamesRule =
  (name: (value: string) => string) =>
  (values: readonly string[]): readonly string[] => {
    if (values.length > 100) throw new InvalidValue('must be at most 100 permissions')
    return [...new Set(values.map(name))]
  }

/** The form of the names of permissions and roles; the policy decides which names exist. */
export const rightsRules = {
  permissions: createNamesRule(permissionName),
  roles: createNamesRule(createLineRule(MAX_NAME_LENGTH)),
}

type Rule = (values: readonly string[]) => readonly string[]

const createKnownRule =
  (rule: Rule, vocabulary: readonly string[], kind: string): Rule =>
  (values) => {
    const accepted = rule(values)
    const unknown = accepted.find((value) => !vocabulary.includes(value))
    if (unknown !== undefined)
      throw new InvalidValue(`must be ${kind} of this service; ${quote(unknown)} is not`)
    return accepted
  }

/** C12.3: no user can be given a role that the policy does not know. */
export const createRolesRule = ({ roles }: Vocabulary): Rule =>
  createKnownRule(rightsRules.roles, roles, 'roles')

/** No user can be given a permission that the policy does not know. */
export const createPermissionsRule = ({ permissions }: Vocabulary): Rule =>
  createKnownRule(rightsRules.permissions, permissions, 'permissions')
