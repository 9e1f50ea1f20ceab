import { conditionLaws } from './condition-laws.ts'
import type { Law } from './engine-under-test.ts'
import { policyLaws } from './policy-laws.ts'

export type { Engine, Law, LawOptions } from './engine-under-test.ts'

/** Statements that must be true for every policy, subject and resource. */
export const laws: Readonly<Record<string, Law>> = { ...conditionLaws, ...policyLaws }
