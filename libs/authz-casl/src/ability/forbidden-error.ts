import type { Generics } from '../rule-index.ts'
import { nameOfType } from '../subjects.ts'
import type { Normalize, Subject } from '../types.ts'
import type { AnyAbility } from './ability.ts'

export type GetErrorMessage = (error: ForbiddenError<AnyAbility>) => string

/** An action that an ability forbids: `ForbiddenError.from(ability).throwUnlessCan('read', post)`. */
export class ForbiddenError<T extends AnyAbility> extends Error {
  static _defaultErrorMessage: GetErrorMessage = ({ action, subjectType }) =>
    `Cannot execute "${action}" on "${subjectType}"`

  override readonly name = 'ForbiddenError'
  readonly ability: T
  declare action: Normalize<Generics<T>['abilities']>[0]
  declare subject: Generics<T>['abilities'][1]
  declare subjectType: string
  declare field?: string | undefined

  constructor(ability: T) {
    super('')
    this.ability = ability
  }

  /** The message of errors whose rule has no reason. */
  static setDefaultMessage(message: string | GetErrorMessage): void {
    this._defaultErrorMessage = typeof message === 'string' ? () => message : message
  }

  static from<U extends AnyAbility>(ability: U): ForbiddenError<U> {
    return new this(ability)
  }

  setMessage(message: string): this {
    this.message = message
    return this
  }

  throwUnlessCan(...given: Parameters<T['can']>): void {
    const error = this.unlessCan(...given)
    if (error) throw error
  }

  /** This error with the forbidden action; undefined if the ability allows the action. */
  unlessCan(...given: Parameters<T['can']>): this | undefined
  unlessCan(action: string, subject?: Subject, field?: string): this | undefined {
    const rule = this.ability.relevantRuleFor(action, subject, field)
    if (rule && !rule.inverted) return undefined
    this.action = action
    this.subject = subject
    this.subjectType = nameOfType(this.ability.detectSubjectType(subject))
    this.field = field
    // A subclass can have a default message of its own.
    const { _defaultErrorMessage: describe } = this.constructor as typeof ForbiddenError
    this.message ||= rule?.reason || describe(this as unknown as ForbiddenError<AnyAbility>)
    return this
  }
}
