/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import type { Ability } from '../ability/ability.ts'
import type { Generics } from '../rule-index.ts'
import { rulesToCondition } from '../rules-to-condition.ts'
import type { ExtractSubjectType, Normalize } from '../types.ts'
import type { BasePrismaQuery, InferPrismaTypes } from './types.ts'

type AnyPrismaAbility = Ability<any, BasePrismaQuery>
type WhereInputs<T extends AnyPrismaAbility> = InferPrismaTypes<Generics<T>['conditions']>['WhereInput']
type TypeOf<T extends AnyPrismaAbility> = Extract<
  ExtractSubjectType<Normalize<Generics<T>['abilities']>[1]>,
  Extract<keyof WhereInputs<T>, string>
>

/** The records for which an ability allows an action. */
export class AccessibleRecords<T extends AnyPrismaAbility> {
  readonly #ability: T
  readonly #action: string

  constructor(ability: T, action: string) {
    this.#ability = ability
    this.#action = action
  }

  /** The `where` object of these records. */
  ofType<Type extends TypeOf<T>>(type: Type): WhereInputs<T>[Type] {
    const query = rulesToCondition<T, unknown, object>(
      this.#ability.rulesFor(this.#action, type),
      ({ inverted, conditions }) => (inverted ? { NOT: conditions } : conditions),
      { and: (AND) => ({ AND }), or: (OR) => ({ OR }), empty: () => ({}) },
    )
    // An empty OR selects no rows.
    return (query ?? { OR: [] }) as WhereInputs<T>[Type]
  }
}

/** `prisma.post.findMany({ where: accessibleBy(ability).ofType('Post') })`. */
export const accessibleBy = <T extends AnyPrismaAbility>(
  ability: T,
  action: T['rules'][number]['action'] & string = 'read',
): AccessibleRecords<T> => new AccessibleRecords(ability, action)
