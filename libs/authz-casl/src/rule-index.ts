/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import { InvalidRule, display } from './errors.ts'
import type { RawRuleFrom } from './raw-rule.ts'
import { Rule, type RuleOptions } from './rule.ts'
import { classOfSubject, detectSubjectType, isSubjectType, wrapArray } from './subjects.ts'
import type { Abilities, ExtractSubjectType, Normalize, RulesParameters, SubjectType } from './types.ts'

export interface RuleIndexOptions<A extends Abilities, Conditions> extends Partial<RuleOptions<Conditions>> {
  detectSubjectType?(subject: Exclude<Normalize<A>[1], SubjectType>): ExtractSubjectType<Normalize<A>[1]>
  /** The action that stands for all actions. The default is `manage`. */
  anyAction?: string
  /** The type that stands for all types. The default is `all`. */
  anySubjectType?: string
}

export declare const ɵabilities: unique symbol
export declare const ɵconditions: unique symbol
interface WithGenerics {
  [ɵabilities]: any
  [ɵconditions]: any
}
/** The public members. An ability of other types does not have to have the same private members. */
export type Public<T extends WithGenerics> = { [K in keyof T]: T[K] }
export interface Generics<T extends WithGenerics> {
  abilities: T[typeof ɵabilities]
  conditions: T[typeof ɵconditions]
}
export type RuleOf<T extends WithGenerics> = Rule<Generics<T>['abilities'], Generics<T>['conditions']>
export type RawRuleOf<T extends WithGenerics> = RawRuleFrom<
  Generics<T>['abilities'],
  Generics<T>['conditions']
>
export type RuleIndexOptionsOf<T extends WithGenerics> = RuleIndexOptions<
  Generics<T>['abilities'],
  Generics<T>['conditions']
>

export interface UpdateEvent<T extends WithGenerics> {
  target: T
  /** The same as `target`. */
  ability: T
  rules: RawRuleOf<T>[]
}
export type EventHandler<Event> = (event: Event) => void
export type Unsubscribe = () => void
type EventName = 'update' | 'updated'

/** The rules of an ability, by the types of their subjects and by their actions. */
export class RuleIndex<A extends Abilities, Conditions> {
  declare readonly [ɵabilities]: A
  declare readonly [ɵconditions]: Conditions
  // Conditions are not written to it, so that an ability of narrower conditions is also one of wider conditions.
  readonly #options: RuleOptions<never>
  readonly #anyAction: string
  readonly #anySubjectType: string
  readonly #handlers: Readonly<Record<EventName, Set<{ readonly handle: EventHandler<never> }>>>
  #rawRules: RawRuleFrom<A, Conditions>[] = []
  #byType: ReadonlyMap<SubjectType, ReadonlyMap<string, readonly Rule<A, Conditions>[]>> = new Map()
  #actions: ReadonlySet<string> = new Set()
  #hasFields = false
  readonly #found = new Map<SubjectType, Map<string, readonly Rule<A, Conditions>[]>>()
  readonly #hasOwnDetection: boolean
  #detect: (object: never) => unknown

  constructor(rules: RawRuleFrom<A, Conditions>[] = [], options: RuleIndexOptions<A, Conditions> = {}) {
    const { conditionsMatcher, fieldMatcher, resolveAction = (action) => action } = options
    this.#options = { conditionsMatcher, fieldMatcher, resolveAction }
    this.#anyAction = options.anyAction || 'manage'
    this.#anySubjectType = options.anySubjectType || 'all'
    this.#handlers = { update: new Set(), updated: new Set() }
    this.#hasOwnDetection = !!options.detectSubjectType
    this.#detect = options.detectSubjectType ?? detectSubjectType
    this.#index(rules)
  }

  /** The rules as they were given. */
  get rules(): RawRuleFrom<A, Conditions>[] {
    return this.#rawRules
  }

  detectSubjectType(object?: Normalize<A>[1]): ExtractSubjectType<Normalize<A>[1]> {
    if (isSubjectType(object)) return object as ExtractSubjectType<Normalize<A>[1]>
    return (object ? this.#detect(object as never) : this.#anySubjectType) as ExtractSubjectType<
      Normalize<A>[1]
    >
  }

  /** Replaces all rules. If a rule is invalid, the rules stay. */
  update(rules: RawRuleFrom<A, Conditions>[]): Public<this> {
    const event = { rules, ability: this, target: this }
    this.#emit('update', event)
    this.#index(rules)
    this.#emit('updated', event)
    return this
  }

  #index(rawRules: RawRuleFrom<A, Conditions>[]): void {
    if (!Array.isArray(rawRules)) throw new InvalidRule('Rules must be a list')
    const last = rawRules.length - 1
    const rules = rawRules.map((rule, i) => new Rule<A, Conditions>(rule, this.#options, last - i)).reverse()
    const byType = new Map<SubjectType, Map<string, Rule<A, Conditions>[]>>()
    const actions = new Set<string>()
    for (const rule of rules)
      for (const type of wrapArray((rule.subject || this.#anySubjectType) as SubjectType)) {
        const byAction = byType.get(type) ?? new Map<string, Rule<A, Conditions>[]>()
        byType.set(type, byAction)
        for (const action of wrapArray(rule.action)) {
          const others = byAction.get(action)
          actions.add(action)
          // A rule can name a type or an action twice.
          if (!others) byAction.set(action, [rule])
          else if (others.at(-1) !== rule) others.push(rule)
        }
      }
    this.#rawRules = rawRules
    this.#byType = byType
    this.#actions = actions
    this.#hasFields = rules.some(({ fields }) => fields)
    this.#found.clear()
    this.#chooseDetection([...byType.keys()])
  }

  /** If all types of the rules are classes, the type of an object is its class. */
  #chooseDetection(types: readonly SubjectType[]): void {
    const kinds = new Set(types.map((type) => typeof type))
    if (this.#hasOwnDetection || kinds.size > 1) return
    this.#detect = kinds.has('function') ? classOfSubject : detectSubjectType
  }

  /** The rules about an action on a type, also those about single fields. The last rule is first. */
  possibleRulesFor(...given: RulesParameters<A, false>): readonly Rule<A, Conditions>[]
  possibleRulesFor(action: string, type: SubjectType = this.#anySubjectType): readonly Rule<A, Conditions>[] {
    this.#checkType(type, 'possibleRulesFor')
    // All types and actions without rules of their own have the same rules, so that questions do not fill the memory.
    const known = this.#byType.has(type) ? type : this.#anySubjectType
    const knownAction = this.#actions.has(action) ? action : this.#anyAction
    const byAction = this.#found.get(known) ?? new Map<string, readonly Rule<A, Conditions>[]>()
    this.#found.set(known, byAction)
    const rules = byAction.get(knownAction) ?? this.#find(known, knownAction)
    byAction.set(knownAction, rules)
    return rules
  }

  #find(type: SubjectType, action: string): readonly Rule<A, Conditions>[] {
    const found = [type, this.#anySubjectType].flatMap((each) =>
      [action, this.#anyAction].flatMap((name) => this.#byType.get(each)?.get(name) ?? []),
    )
    return Object.freeze([...new Set(found)].sort((a, b) => a.priority - b.priority))
  }

  #checkType(type: unknown, caller: string): void {
    if (!isSubjectType(type))
      throw new InvalidRule(
        `"${caller}" needs the type of a subject, a name or a class, not ${display(type)}`,
      )
  }

  /** The rules about an action on a type or on a field of it. */
  rulesFor(...given: RulesParameters<A>): readonly Rule<A, Conditions>[]
  rulesFor(action: string, type?: SubjectType, field?: string): readonly Rule<A, Conditions>[] {
    if (field && typeof field !== 'string')
      throw new InvalidRule(
        'The `field` parameter is expected to be a string, as in can("read", post, "title")',
      )
    const possible = this.possibleRulesFor as (
      action: string,
      type?: SubjectType,
    ) => readonly Rule<A, Conditions>[]
    const rules = possible.call(this, action, type)
    return this.#hasFields ? rules.filter((rule) => rule.matchesField(field)) : rules
  }

  /** The actions that the rules about a type name. */
  actionsFor(type: ExtractSubjectType<Normalize<A>[1]>): string[] {
    this.#checkType(type, 'actionsFor')
    const names = [type, this.#anySubjectType].flatMap((each) => [...(this.#byType.get(each)?.keys() ?? [])])
    return [...new Set(names)]
  }

  /** Calls the handler before (`update`) or after (`updated`) a change of the rules. The last handler is first. */
  on(event: EventName, handler: EventHandler<UpdateEvent<Public<this>>>): Unsubscribe {
    const entry = { handle: handler as EventHandler<never> }
    this.#handlers[event].add(entry)
    return () => void this.#handlers[event].delete(entry)
  }

  #emit(name: EventName, event: object): void {
    // A handler can remove handlers.
    for (const { handle } of [...this.#handlers[name]].reverse()) handle(event as never)
  }
}
