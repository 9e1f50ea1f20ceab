import type ts from 'typescript'
import { readNames } from './names.ts'
import { readRawRule } from './raw-rule.ts'
import type { RuleInSource } from './rule-in-source.ts'
import { findBuilders, isDefinition, isRule } from './rule-call.ts'
import { declareNames, findOwner } from './scopes.ts'
import type { TypeScript } from './typescript.ts'

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

/** The names that stand for `can` and `cannot`: `{ can: allow }`, `allow = builder.can`, and the parameters of `defineAbility`. */
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
    if (typescript.isVariableDeclaration(node) && node.initializer) {
      const effect = readMember(typescript, node.initializer)
      if (effect) add(node.name, effect)
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
  return typescript.isIdentifier(callee) ? effects.get(callee.text) : readMember(typescript, callee)
}

/** The effect of `builder.can` and of `builder['can']`. */
function readMember(typescript: TypeScript, node: ts.Expression): RuleInSource['effect'] | undefined {
  const member = typescript.isElementAccessExpression(node)
    ? readNames(typescript, node.argumentExpression)?.[0]
    : typescript.isPropertyAccessExpression(node)
      ? node.name
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
