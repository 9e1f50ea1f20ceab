import { conditionLaws } from './condition-laws.ts'
import type { Law } from './engine-under-test.ts'
import { policyLaws } from './policy-laws.ts'

export type { Engine } from './engine-under-test.ts'

/** What has to hold whatever the policy, the subject and the resource. */
export const laws: Readonly<Record<string, Law>> = { ...conditionLaws, ...policyLaws }
