/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import type { AbilityOptionsOf, AnyAbility } from './ability.ts'
import { InvalidRule } from '../errors.ts'
import type { ConditionsFor } from '../conditions-for.ts'
import { type AnyMongoAbility, type MongoAbility, createMongoAbility } from './mongo-ability.ts'
import type { Generics, RawRuleOf } from '../rule-index.ts'
import type {
  AbilityTuple,
  AnyClass,
  AnyObject,
  ExtractSubjectType,
  Normalize,
  SubjectType,
  TaggedInterface,
} from '../types.ts'

type AbilityFactory<T extends AnyAbility> = AnyClass<T> | ((rules?: any[], options?: any) => T)

type SubjectOf<T extends AnyAbility> = Normalize<Generics<T>['abilities']>[1]
type SubjectTypeOf<T extends AnyAbility> = ExtractSubjectType<SubjectOf<T>>
/** The objects of a type. */
type InstanceOf<T extends AnyAbility, S extends SubjectType> =
  S extends AnyClass<infer I>
    ? I
    : S extends (...given: any[]) => infer I
      ? I
      : S extends string
        ? Exclude<SubjectOf<T>, SubjectType> extends TaggedInterface<string>
          ? Extract<SubjectOf<T>, TaggedInterface<S>>
          : AnyObject
        : never
type ConditionsOf<T extends AnyAbility, I extends NonNullable<unknown>> = ConditionsFor<
  Generics<T>['conditions'],
  I
>
type ActionFrom<T extends AbilityTuple, S extends SubjectType> = T extends unknown
  ? S extends Extract<T[1], SubjectType>
    ? T[0]
    : never
  : never
type ActionOf<T extends AnyAbility, S extends SubjectType> = ActionFrom<Generics<T>['abilities'], S>
type OneOrMore<T> = T | T[]

type ClaimParameters<T extends AnyAbility> = Parameters<(action: OneOrMore<Generics<T>['abilities']>) => 0>
type RuleParameters<
  S extends SubjectType,
  I extends InstanceOf<T, S>,
  T extends AnyAbility,
> = Generics<T>['abilities'] extends AbilityTuple
  ? Parameters<
      (action: OneOrMore<ActionOf<T, S>>, subject: OneOrMore<S>, conditions?: ConditionsOf<T, I>) => 0
    >
  : ClaimParameters<T>
type RuleParametersWithFields<
  S extends SubjectType,
  I extends InstanceOf<T, S>,
  Field extends string,
  T extends AnyAbility,
> = Generics<T>['abilities'] extends AbilityTuple
  ? Parameters<
      (
        action: OneOrMore<ActionOf<T, S>>,
        subject: OneOrMore<S>,
        fields?: OneOrMore<Field>,
        conditions?: ConditionsOf<T, I>,
      ) => 0
    >
  : ClaimParameters<T>
type Keys<T> = string & keyof T

interface AddRule<T extends AnyAbility> {
  <I extends InstanceOf<T, S>, Field extends string = Keys<I>, S extends SubjectTypeOf<T> = SubjectTypeOf<T>>(
    ...given: RuleParametersWithFields<S, I, Field | Keys<I>, T>
  ): RuleBuilder<T>
  <I extends InstanceOf<T, S>, S extends SubjectTypeOf<T> = SubjectTypeOf<T>>(
    ...given: RuleParameters<S, I, T>
  ): RuleBuilder<T>
}

/** A rule that was added last: `cannot('read', 'Post').because('It is secret')`. */
class RuleBuilder<T extends AnyAbility> {
  readonly _rule: RawRuleOf<T>

  constructor(rule: RawRuleOf<T>) {
    this._rule = rule
  }

  because(reason: string): this {
    this._rule.reason = reason
    return this
  }
}

const isClass = <T extends AnyAbility>(factory: AbilityFactory<T>): factory is AnyClass<T> =>
  typeof factory.prototype?.possibleRulesFor === 'function'

/** The members of a rule about a subject. Fields can stand in the place of the conditions. */
function aboutSubject(subject: unknown, second: unknown, third: unknown): object {
  if (subject === undefined || subject === null) {
    if ((second ?? third) === undefined) return {}
    throw new InvalidRule(
      'A rule with fields or conditions needs a subject; without it, it would be about all subjects',
    )
  }
  const isField = Array.isArray(second) || typeof second === 'string'
  const conditions = third ?? (isField ? undefined : second)
  return { subject, ...(isField && { fields: second }), ...(conditions !== undefined && { conditions }) }
}

/** Collects rules, and builds an ability of them. */
export class AbilityBuilder<T extends AnyAbility> {
  rules: RawRuleOf<T>[] = []
  readonly can: AddRule<T>
  readonly cannot: AddRule<T>
  readonly build: (options?: AbilityOptionsOf<T>) => T

  constructor(factory: AbilityFactory<T>) {
    const add =
      (inverted: boolean) =>
      (action: unknown, subject?: unknown, second?: unknown, third?: unknown): RuleBuilder<T> => {
        const about = aboutSubject(subject, second, third)
        const rule = { action, ...(inverted && { inverted }), ...about } as RawRuleOf<T>
        this.rules.push(rule)
        return new RuleBuilder(rule)
      }
    this.can = add(false)
    this.cannot = add(true)
    this.build = (options) =>
      isClass(factory) ? new factory(this.rules, options) : factory(this.rules, options)
  }
}

type Define<T extends AnyAbility, Result> = (
  can: AbilityBuilder<T>['can'],
  cannot: AbilityBuilder<T>['cannot'],
) => Result

/** A function without a block can return anything: `(can) => can('read', 'Post')`. */
const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as Partial<Promise<unknown>> | null | undefined)?.then === 'function'

/** An ability with the rules that a function defines, which can return a promise. */
export function defineAbility<T extends AnyMongoAbility = MongoAbility>(
  define: Define<T, Promise<void>>,
  options?: AbilityOptionsOf<T>,
): Promise<T>
export function defineAbility<T extends AnyMongoAbility = MongoAbility>(
  define: Define<T, void>,
  options?: AbilityOptionsOf<T>,
): T
export function defineAbility<T extends AnyMongoAbility>(
  define: Define<T, void | Promise<void>>,
  options?: AbilityOptionsOf<T>,
): T | Promise<T> {
  const builder = new AbilityBuilder<T>(createMongoAbility)
  const result = define(builder.can, builder.cannot)
  return isPromise(result) ? result.then(() => builder.build(options)) : builder.build(options)
}
