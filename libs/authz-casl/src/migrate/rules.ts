import type ts from 'typescript'
import { declareNames, findOwner } from './scopes.ts'
import type { TypeScript } from './typescript.ts'

/** A name of an action, a type or a field. Only a text says exactly what a rule names. */
export interface Name {
  readonly text: string
  readonly kind: 'text' | 'constant' | 'member'
}

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
    const effect = isRule(typescript, call) ? findEffect(typescript, call.expression, effects) : undefined
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
  if (!typescript.isPropertyAccessExpression(callee)) return undefined
  const { text } = callee.name
  return text === 'can' || text === 'cannot' ? text : undefined
}

/** A rule is a statement. `ability.can('read', article)` is a check, whose result is used. */
function isRule(typescript: TypeScript, call: ts.CallExpression): boolean {
  const { parent } = call
  const isExplained = typescript.isPropertyAccessExpression(parent) && parent.name.text === 'because'
  return call.arguments.length >= 2 && isStatement(typescript, isExplained ? parent.parent : call)
}

/** The result is not used, or it is that of a short function for `defineAbility`. */
const isStatement = (typescript: TypeScript, { parent }: ts.Node): boolean =>
  typescript.isExpressionStatement(parent) ||
  (typescript.isArrowFunction(parent) && isDefinition(typescript, parent.parent))

export const isDefinition = (typescript: TypeScript, node: ts.Node): node is ts.CallExpression =>
  typescript.isCallExpression(node) && node.expression.getText() === 'defineAbility'

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

function readRawRule(typescript: TypeScript, node: ts.ObjectLiteralExpression): RuleInSource | null {
  const members = new Map(
    node.properties.flatMap((member) =>
      typescript.isPropertyAssignment(member) ? [[member.name.getText(), member.initializer] as const] : [],
    ),
  )
  if (!typescript.isArrayLiteralExpression(node.parent) || !members.has('action') || !members.has('subject'))
    return null
  const isInverted = members.get('inverted')?.kind === typescript.SyntaxKind.TrueKeyword
  return {
    node,
    effect: isInverted ? 'cannot' : 'can',
    actions: readNames(typescript, members.get('action')),
    subjects: readNames(typescript, members.get('subject')),
    fields: readNames(typescript, members.get('fields')),
    hasFields: members.has('fields'),
    conditions: members.get('conditions'),
    owner: `list ${node.parent.pos}`,
  }
}

/** The names of a text, a constant or a list of both, without what stands before a dot: `Action.Read` is `Read`. */
function readNames(typescript: TypeScript, node: ts.Expression | undefined): readonly Name[] | null {
  if (node === undefined) return null
  if (typescript.isArrayLiteralExpression(node)) {
    const names = node.elements.map((element) => readNames(typescript, element))
    return names.every((list) => list !== null) ? names.flat() : null
  }
  if (typescript.isStringLiteralLike(node)) return [{ text: node.text, kind: 'text' }]
  // A class has a capital; a variable can have any value.
  if (typescript.isIdentifier(node))
    return /^[A-Z]/.test(node.text) ? [{ text: node.text, kind: 'constant' }] : null
  return typescript.isPropertyAccessExpression(node) ? [{ text: node.name.text, kind: 'member' }] : null
}
