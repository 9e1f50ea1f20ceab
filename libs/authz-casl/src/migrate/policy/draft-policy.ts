import type ts from 'typescript'
import type { Note } from '../order.ts'
import type { Name } from '../names.ts'
import type { RuleInSource } from '../rule-in-source.ts'
import type { TypeScript } from '../typescript.ts'
import { findCaller } from './caller.ts'
import { writeConditions } from './conditions.ts'
import { type PolicyRule, Unwritten } from './policy-rule.ts'

export interface Draft {
  readonly written: readonly PolicyRule[]
  readonly unwritten: readonly { readonly node: ts.Node; readonly message: string }[]
}

/** What keeps rules out of a policy. */
export interface Limits {
  /** The rules whose order counts. */
  readonly ordered: readonly Note[]
  /** The path of another file, whose rules are in the policy. */
  readonly home: string | undefined
  /** The name of an option that changes what the names in the rules mean. */
  readonly option: string | undefined
}

/** The rules that a policy expresses exactly, and why it does not express the others. */
export function draftPolicy(typescript: TypeScript, rules: readonly RuleInSource[], limits: Limits): Draft {
  const drafts: { readonly node: ts.Node; readonly rule: PolicyRule }[] = []
  const unwritten: Draft['unwritten'][number][] = []
  for (const rule of rules)
    try {
      checkPlace(rule, rules, limits)
      drafts.push({ node: rule.node, rule: writeRule(typescript, rule) })
    } catch (error) {
      if (!(error instanceof Unwritten)) throw error
      unwritten.push({ node: error.node, message: `write this rule yourself: ${error.message}` })
    }
  const actions = collectActions(drafts.map(({ rule }) => rule))
  const [written, nameless] = [true, false].map((wanted) =>
    drafts.filter(({ rule }) => isAboutKnown(rule, actions) === wanted),
  )
  for (const { node } of nameless ?? [])
    unwritten.push({ node, message: 'write this rule yourself: no other rule names the actions of its type' })
  return { written: (written ?? []).map(({ rule }) => rule), unwritten }
}

/** The actions of each type, without `manage`. */
function collectActions(rules: readonly PolicyRule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { types, actions } of rules)
    for (const type of types)
      for (const action of actions)
        if (action !== 'manage') found.set(type, (found.get(type) ?? new Set()).add(action))
  found.delete('all')
  return found
}

/** Whether each name of the rule stands for a permission of the policy. */
const isAboutKnown = (
  { types, actions }: PolicyRule,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): boolean =>
  types.every((type) =>
    actions.every((action) => {
      const possible = type === 'all' ? [...known.values()] : [known.get(type) ?? new Set<string>()]
      return possible.some((each) => (action === 'manage' ? each.size > 0 : each.has(action)))
    }),
  )

/** In a policy, a deny rule wins, and all rules belong to one policy. */
function checkPlace(
  rule: RuleInSource,
  rules: readonly RuleInSource[],
  { ordered, home, option }: Limits,
): void {
  if (home !== undefined)
    throw new Unwritten(
      rule.node,
      `it belongs to another ability than the rules of ${home}; run the command for this file alone`,
    )
  if (option !== undefined)
    throw new Unwritten(rule.node, `the option ${option} changes what the names of its ability mean`)
  if (rule.owner !== rules[0]?.owner)
    throw new Unwritten(rule.node, 'it belongs to another ability than the first rule of the file')
  if (rule.effect === 'can' && ordered.some((note) => note.rule === rule))
    throw new Unwritten(rule.node, 'it gives back what a cannot takes; write an exception into the deny rule')
}

function writeRule(typescript: TypeScript, rule: RuleInSource): PolicyRule {
  const { node, effect, conditions } = rule
  const caller = findCaller(typescript, node)
  return {
    roles: caller.roles,
    effect: effect === 'can' ? 'allow' : 'deny',
    actions: readTexts(node, rule.actions, 'actions'),
    types: readTexts(node, rule.subjects, 'types', ['constant']),
    fields: rule.hasFields ? readFields(node, rule.fields) : null,
    condition: conditions ? writeConditions(typescript, conditions, caller.user) : null,
    reason: readReason(typescript, node),
  }
}

/** The names of a rule, which a permission can have. */
function readTexts(
  node: ts.Node,
  names: readonly Name[] | null,
  what: string,
  others: readonly Name['kind'][] = [],
): readonly string[] {
  const exact = names?.filter(({ kind }) => kind === 'text' || others.includes(kind))
  if (!exact || exact.length === 0 || exact.length !== names?.length)
    throw new Unwritten(node, `the source does not show its ${what} as texts`)
  const wrong = exact.find(({ text }) => /[:*]/.test(text) || ['', '__proto__'].includes(text))
  if (wrong) throw new Unwritten(node, `no permission has the name "${wrong.text}"`)
  return exact.map(({ text }) => text)
}

function readFields(node: ts.Node, names: readonly Name[] | null): readonly string[] {
  const fields = readTexts(node, names, 'fields')
  const part = fields.find((name) => name.includes('.'))
  if (part !== undefined) throw new Unwritten(node, `a policy names whole fields, and "${part}" is a part`)
  return fields
}

/** The reason of `cannot(…).because('…')`. */
function readReason(typescript: TypeScript, node: ts.Node): string | null {
  const { parent } = node
  if (!typescript.isPropertyAccessExpression(parent) || parent.name.text !== 'because') return null
  const [reason] = (parent.parent as ts.CallExpression).arguments ?? []
  if (!reason || !typescript.isStringLiteralLike(reason) || reason.text === '' || reason.text.length > 500)
    throw new Unwritten(node, 'its reason is no text of 1 to 500 characters')
  return reason.getText()
}
