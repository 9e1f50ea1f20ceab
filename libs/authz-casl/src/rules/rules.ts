import type { AnyAbility } from '@casl/ability'
import type { Condition } from '@content-service/authz'
import { always } from '@content-service/authz/conditions'
import { display } from './inexact.ts'

/** A rule as CASL has it. */
export type CaslRule = ReturnType<AnyAbility['rulesFor']>[number]

/** A rule with its conditions as a condition of authz. */
export interface TranslatedRule {
  readonly rule: CaslRule
  readonly when: Condition
}

/** How the conditions of a rule become a condition. */
export type Translate = (rule: CaslRule) => Condition

/** @throws {TypeError} for a value without the functions of an ability. */
export function checkAbility(given: unknown): void {
  const { rulesFor, possibleRulesFor }: Partial<AnyAbility> = Object(given)
  if (typeof rulesFor !== 'function' || typeof possibleRulesFor !== 'function')
    throw new TypeError(`An ability of CASL is needed, not ${display(given)}`)
}

/** Whether the rule is about all fields, or about the field that the caller asks for. */
type IsWhole = (rule: CaslRule) => boolean

/**
 * The rules about an action, up to the first that matches each row. The last rule of the ability, which decides first, is first.
 * @throws {Inexact} if no condition expresses one of them.
 */
export function translateRules(
  rules: readonly CaslRule[],
  translate: Translate,
  isWhole: IsWhole = () => true,
): readonly TranslatedRule[] {
  const translated: TranslatedRule[] = []
  for (const rule of rules) {
    const when = rule.conditions ? translate(rule) : always
    translated.push({ rule, when })
    if (when === always && isWhole(rule)) break
  }
  return translated
}
