import type { Rule } from '../rule.ts'
import type { RuleOf } from '../rule-index.ts'
import type { Subject, SubjectType } from '../types.ts'
import type { AnyAbility } from './ability.ts'

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- A rule of any actions and conditions. */
export type GetRuleFields<R extends Rule<any, any>> = (rule: R) => string[]
export interface PermittedFieldsOptions<T extends AnyAbility> {
  /** The fields of a rule; for a rule without fields, all fields. */
  fieldsFrom: GetRuleFields<RuleOf<T>>
}
export type GetSubjectTypeAllFieldsExtractor = (type: SubjectType) => string[]

/** The fields of a subject or of a type for which an ability allows an action. */
export function permittedFieldsOf<T extends AnyAbility>(
  ability: T,
  action: Parameters<T['can']>[0],
  subject: Parameters<T['can']>[1],
  { fieldsFrom }: PermittedFieldsOptions<T>,
): string[] {
  const fields = new Set<string>()
  const rules = ability.possibleRulesFor(action, ability.detectSubjectType(subject))
  for (const rule of [...rules].reverse())
    if (rule.matchesConditions(subject))
      for (const field of fieldsFrom(rule)) fields[rule.inverted ? 'delete' : 'add'](field)
  return [...fields]
}

/** The same for one ability and action. */
export class AccessibleFields<T extends Subject> {
  readonly #ability: AnyAbility
  readonly #action: string
  readonly #allFieldsOf: GetSubjectTypeAllFieldsExtractor

  constructor(ability: AnyAbility, action: string, allFieldsOf: GetSubjectTypeAllFieldsExtractor) {
    this.#ability = ability
    this.#action = action
    this.#allFieldsOf = allFieldsOf
  }

  ofType(type: Extract<T, SubjectType>): string[] {
    return this.#fieldsOf(type, type)
  }

  of(subject: Exclude<T, SubjectType>): string[] {
    return this.#fieldsOf(subject, this.#ability.detectSubjectType(subject))
  }

  #fieldsOf(subject: T, type: SubjectType): string[] {
    const listFields = ({ fields }: RuleOf<AnyAbility>) => fields ?? this.#allFieldsOf(type)
    return permittedFieldsOf(this.#ability, this.#action, subject, { fieldsFrom: listFields })
  }
}
