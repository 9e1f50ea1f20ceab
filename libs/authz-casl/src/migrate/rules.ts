import type ts from 'typescript'
import { type Name, readNames } from './names.ts'
import { readRawRule } from './raw-rule.ts'
import { findBuilders, isDefinition, isRule } from './rule-call.ts'
import { declareNames, findOwner } from './scopes.ts'
import type { TypeScript } from './typescript.ts'

/** A rule in the source: `can('read', 'Article', …)`, or `{ action: 'read', subject: 'Article', … }` in a list. */
export interface RuleInSource {
  readonly node: ts.Node
  readonly effect: 'can' | 'cannot'
  /** Null if the source does not show them. */
  readonly actions: readonly Name[] | null
  readonly subjects: readonly Name[] | null
  /** Null for all fields, and if the source does not show them. */
  readonly fields: readonly Name[] | null
  /** Whether the rule has an argument for its fields. */
  readonly hasFields: boolean
  readonly conditions: ts.Expression | undefined
  /** What the rules of one ability have in common: the place of their builder, or their list. */
  readonly owner: string
}

type Effects = ReadonlyMap<string, RuleInSource['effect']>

/** Lists the rules of a source, in its order. */
export function findRules(typescript: TypeScript, file: ts.SourceFile): readonly RuleInSource[] {
  const effects = findEffects(typescript, file)
  const builders = findBuilders(typescript, file)
  const declared = declareNames(typescript, file)
  const found: RuleInSource[] = []
  const visit = (node: ts.Node): void => {
    const rule = typescript.isCallExpression(node)
      ? readCall(node)
      : typescript.isObjectLiteralExpression(node)
        ? readRawRule(typescript, node)
        : null
    if (rule) found.push(rule)
    typescript.forEachChild(node, visit)
  }
  const readCall = (call: ts.CallExpression): RuleInSource | null => {
    const effect = isRule(typescript, call, builders)
      ? findEffect(typescript, call.expression, effects)
      : undefined
    if (!effect) return null
    const owner = findOwner(typescript, call.expression, declared)
    return { node: call, effect, owner, ...readArguments(typescript, call.arguments) }
  }
  visit(file)
  return found
}

/** The names that stand for `can` and `cannot`: `{ can: allow }`, and the parameters of `defineAbility`. */
function findEffects(typescript: TypeScript, file: ts.SourceFile): Effects {
  const effects = new Map<string, RuleInSource['effect']>([
    ['can', 'can'],
    ['cannot', 'cannot'],
  ])
  const add = (name: ts.Node | undefined, effect: RuleInSource['effect']) => {
    if (name && typescript.isIdentifier(name)) effects.set(name.text, effect)
  }
  const visit = (node: ts.Node): void => {
    if (
      typescript.isBindingElement(node) &&
      node.propertyName &&
      typescript.isIdentifier(node.propertyName)
    ) {
      const { text } = node.propertyName
      if (text === 'can' || text === 'cannot') add(node.name, text)
    }
    if (isDefinition(typescript, node)) {
      const [define] = node.arguments
      if (define && (typescript.isArrowFunction(define) || typescript.isFunctionExpression(define))) {
        add(define.parameters[0]?.name, 'can')
        add(define.parameters[1]?.name, 'cannot')
      }
    }
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return effects
}

function findEffect(
  typescript: TypeScript,
  callee: ts.Expression,
  effects: Effects,
): RuleInSource['effect'] | undefined {
  if (typescript.isIdentifier(callee)) return effects.get(callee.text)
  const member = typescript.isElementAccessExpression(callee)
    ? readNames(typescript, callee.argumentExpression)?.[0]
    : typescript.isPropertyAccessExpression(callee)
      ? callee.name
      : undefined
  const text = member?.text
  return text === 'can' || text === 'cannot' ? text : undefined
}

/** The third argument of a rule is its fields or its conditions. */
function readArguments(typescript: TypeScript, given: readonly ts.Expression[]) {
  const [action, subject, third, fourth] = given
  const isFields =
    third !== undefined &&
    (typescript.isArrayLiteralExpression(third) || typescript.isStringLiteralLike(third))
  return {
    actions: readNames(typescript, action),
    subjects: readNames(typescript, subject),
    fields: isFields ? readNames(typescript, third) : null,
    hasFields: isFields || fourth !== undefined,
    conditions: isFields ? fourth : (fourth ?? third),
  }
}
