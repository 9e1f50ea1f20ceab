import { builtInModel } from '../service/content-types.ts'
import type { ContentPolicy } from '../access/content-policy.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'

/** A role in a policy file. */
interface FileRole {
  readonly inherits?: readonly string[]
  readonly rules: readonly {
    readonly effect: 'allow' | 'deny'
    readonly permissions: readonly string[]
    readonly when?: object
  }[]
}

/** The text of a policy file: the default policy, in which these roles are added or replaced. */
export const createPolicyFile = (roles: Readonly<Record<string, FileRole>>): string => {
  const file = defaultPolicyFile(builtInModel)
  return JSON.stringify({ ...file, roles: { ...file.roles, ...roles } })
}

/** The policy of `createPolicyFile`. */
export const createPolicyWithRules = (roles: Readonly<Record<string, FileRole>>): ContentPolicy =>
  readPolicy(builtInModel, createPolicyFile(roles)).policy
