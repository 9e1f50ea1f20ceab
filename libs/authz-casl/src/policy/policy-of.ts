import type { AnyAbility } from '@casl/ability'
import { type Policy, type Subject, definePolicy } from '@content-service/authz'
import { Inexact, display } from '../rules/inexact.ts'
import { always, never } from '../rules/query.ts'
import { type CaslRule, type Translate, checkAbility, translateRules } from '../rules/rules.ts'
import { expandFields, hasPattern, readKnown } from './field-names.ts'
import { type NamedRule, type RuleDraft, draftRules } from './rule-drafts.ts'

/** A type of subjects: the actions that the policy has, the fields of its rows, and the class if the type is a class. */
export interface TypeOptions<Action extends string = string> {
  readonly actions: readonly Action[]
  /** All fields of a row. Rules with a star in a field need them; the policy then shows no other fields. */
  readonly fields?: readonly string[]
  readonly type?: abstract new (...given: never[]) => object
}

/** Each type with its actions: `{ Article: ['read', 'update'] }`. */
export type Types = Readonly<Record<string, readonly string[] | TypeOptions>>

type ActionIn<T> = T extends { readonly actions: readonly (infer A extends string)[] }
  ? A
  : T extends readonly (infer A extends string)[]
    ? A
    : never

/** The permissions of the types: `Article:read`. */
export type PermissionsOfTypes<T extends Types> = {
  readonly [P in { [K in keyof T & string]: `${K}:${ActionIn<T[K]>}` }[keyof T & string]]: object
}

/** Makes a policy of the rules of an ability. */
export type PolicyOf = <const T extends Types>(
  ability: AnyAbility,
  types: T,
) => Policy<Subject, PermissionsOfTypes<T>>

/** A rule for all its permissions. */
interface PermittedDraft extends RuleDraft {
  readonly permissions: string[]
}

/** @throws {TypeError} for a type without a list of actions. */
function readOptions(name: string, options: Types[string]): TypeOptions {
  const given: Partial<TypeOptions> | null = Array.isArray(options) ? { actions: options } : Object(options)
  if (!Array.isArray(given?.actions) || !given.actions.every((action) => typeof action === 'string'))
    throw new TypeError(`The type ${display(name)} needs a list of actions: { Article: ['read'] }`)
  return { ...given, actions: given.actions }
}

/** The rules about an action on a type, also each `cannot` about fields. The rule that decides first is first. */
function nameRules(
  rules: readonly CaslRule[],
  known: readonly string[] | undefined,
  translate: Translate,
): readonly NamedRule[] {
  const everyField = rules.some(hasPattern) ? known : undefined
  return translateRules(rules, translate, ({ fields }) => !fields).map(({ rule, when }) => ({
    rule,
    when,
    fields: expandFields(rule, known) ?? (rule.inverted ? undefined : everyField),
  }))
}

const draftType = (ability: AnyAbility, name: string, options: TypeOptions, translate: Translate) =>
  options.actions.flatMap((action) => {
    const known = readKnown(options.fields, name)
    const rules: readonly CaslRule[] = ability.possibleRulesFor(action, options.type ?? name)
    return draftRules(nameRules(rules, known, translate)).map((draft) => ({
      ...draft,
      permission: `${name}:${action}`,
    }))
  })

/** Joins equal rules of several permissions. The rules have the order of the ability. */
function joinDrafts(
  drafts: readonly (RuleDraft & { readonly permission: string })[],
): readonly PermittedDraft[] {
  const joined = new Map<string, PermittedDraft>()
  const numbers = new Map<CaslRule, number>()
  for (const { permission, ...draft } of drafts) {
    if (draft.when === never) continue
    const parts = [draft.rule, ...draft.exceptions]
    for (const rule of parts) if (!numbers.has(rule)) numbers.set(rule, numbers.size)
    // The rule, its exceptions and its fields tell what its condition is.
    const key = JSON.stringify([parts.map((rule) => numbers.get(rule)), draft.fields])
    const same = joined.get(key) ?? { ...draft, permissions: [] }
    same.permissions.push(permission)
    joined.set(key, same)
  }
  return [...joined.values()].sort((a, b) => b.rule.priority - a.rule.priority)
}

function readReason({ reason }: CaslRule): { readonly reason?: string } {
  if (reason === undefined || reason === null || reason === '') return {}
  if (typeof reason !== 'string' || [...reason].length > LONGEST_REASON)
    throw new Inexact(
      'reason',
      '',
      `a reason is a text of at most ${LONGEST_REASON} characters: ${display(reason)}`,
    )
  return { reason }
}

const LONGEST_REASON = 500

/** The part of a builder that takes any condition, because the rules are data. */
type AddRule = (permissions: readonly string[], ...parts: readonly unknown[]) => void

export const createPolicyFactory =
  (translate: Translate): PolicyOf =>
  (ability, types) => {
    checkAbility(ability)
    const entries = Object.entries(Object(types) as Types).map(
      ([name, options]) => [name, readOptions(name, options)] as const,
    )
    const drafts = joinDrafts(
      entries.flatMap(([name, options]) => draftType(ability, name, options, translate)),
    )
    const addAll = (builder: { readonly allow: AddRule; readonly deny: AddRule }) => {
      for (const { effect, permissions, when, rule, fields } of drafts) {
        const condition = when === always ? [] : [() => when]
        builder[effect](permissions, ...condition, { ...readReason(rule), ...(fields && { fields }) })
      }
    }
    const resources = Object.fromEntries(entries.map(([name, { actions }]) => [name, actions]))
    // The names of the permissions are known to the compiler by the types alone.
    return definePolicy()({ resources, roles: {}, allRoles: addAll as never }) as never
  }
