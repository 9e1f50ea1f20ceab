import type ts from 'typescript'
import type { TypeScript } from './typescript.ts'

/** Whether a call adds a rule. `ability.can('read', article)` is a check, whose result is used. */
export function isRule(
  typescript: TypeScript,
  call: ts.CallExpression,
  builders: ReadonlySet<string>,
): boolean {
  if (call.arguments.length === 0) return false
  const { parent } = call
  const isExplained = typescript.isPropertyAccessExpression(parent) && parent.name.text === 'because'
  return (
    isUnused(typescript, isExplained ? parent.parent : call) ||
    builders.has(findRoot(typescript, call.expression))
  )
}

/** Whether nobody uses the value of an expression, or only a short function for `defineAbility` or `forEach` returns it. */
function isUnused(typescript: TypeScript, node: ts.Node): boolean {
  const { parent } = node
  if (typescript.isExpressionStatement(parent)) return true
  if (typescript.isArrowFunction(parent))
    return isDefinition(typescript, parent.parent) || isForEach(typescript, parent.parent)
  return passesOn(typescript, parent, node) && isUnused(typescript, parent)
}

/** Whether the value of an expression is that of its part: `isPaid && can('read', 'Article')`. */
const passesOn = (typescript: TypeScript, parent: ts.Node, node: ts.Node): boolean =>
  typescript.isParenthesizedExpression(parent) ||
  typescript.isVoidExpression(parent) ||
  (typescript.isBinaryExpression(parent) && parent.right === node && !isAssignment(typescript, parent)) ||
  (typescript.isConditionalExpression(parent) && parent.condition !== node)

export const isAssignment = (typescript: TypeScript, node: ts.Node): node is ts.BinaryExpression =>
  typescript.isBinaryExpression(node) &&
  node.operatorToken.kind >= typescript.SyntaxKind.FirstAssignment &&
  node.operatorToken.kind <= typescript.SyntaxKind.LastAssignment

const isForEach = (typescript: TypeScript, node: ts.Node): boolean =>
  typescript.isCallExpression(node) &&
  typescript.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'forEach'

export const isDefinition = (typescript: TypeScript, node: ts.Node): node is ts.CallExpression =>
  typescript.isCallExpression(node) && node.expression.getText() === 'defineAbility'

function findRoot(typescript: TypeScript, node: ts.Expression): string {
  let root = node
  while (typescript.isPropertyAccessExpression(root) || typescript.isElementAccessExpression(root))
    root = root.expression
  return typescript.isIdentifier(root) ? root.text : ''
}

/** The names of builders in a file, and of the functions that come from them: `const { can } = new AbilityBuilder(…)`. */
export function findBuilders(typescript: TypeScript, file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (name: ts.BindingName): void => {
    if (typescript.isIdentifier(name)) names.add(name.text)
    else for (const part of name.elements) if (!typescript.isOmittedExpression(part)) add(part.name)
  }
  const visit = (node: ts.Node): void => {
    if (typescript.isVariableDeclaration(node) && node.initializer)
      if (isBuilder(typescript, node.initializer, names)) add(node.name)
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return names
}

const isBuilder = (typescript: TypeScript, node: ts.Expression, known: ReadonlySet<string>): boolean =>
  typescript.isNewExpression(node)
    ? node.expression.getText() === 'AbilityBuilder'
    : typescript.isIdentifier(node) && known.has(node.text)
