import { builtInModel } from '../content-types.ts'
import type { ContentPolicy } from '../content-policy.ts'
import { defaultPolicyFile, readPolicy } from '../policy-file/policy-file.ts'

/** A role as a policy file has it. */
interface FileRole {
  readonly inherits?: readonly string[]
  readonly rules: readonly {
    readonly effect: 'allow' | 'deny'
    readonly permissions: readonly string[]
    readonly when?: object
  }[]
}

/** The text of a policy file: the default policy, with these roles beside or in the place of its own. */
export const createPolicyFile = (roles: Readonly<Record<string, FileRole>>): string => {
  const file = defaultPolicyFile(builtInModel)
  return JSON.stringify({ ...file, roles: { ...file.roles, ...roles } })
}

/** The policy of that file. */
export const createPolicyWithRules = (roles: Readonly<Record<string, FileRole>>): ContentPolicy =>
  readPolicy(builtInModel, createPolicyFile(roles)).policy
