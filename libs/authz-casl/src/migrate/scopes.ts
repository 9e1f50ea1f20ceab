import type ts from 'typescript'
import type { TypeScript } from './typescript.ts'

/** The names that each function, or the file, declares. */
export type Declared = ReadonlyMap<ts.Node, ReadonlySet<string>>

const findScope = (typescript: TypeScript, node: ts.Node): ts.Node =>
  typescript.findAncestor(node.parent, (each) => typescript.isFunctionLike(each)) ?? node.getSourceFile()

/** Lists the variables, parameters and parts of patterns that a file declares, by the function that has them. */
export function declareNames(typescript: TypeScript, file: ts.SourceFile): Declared {
  const declared = new Map<ts.Node, Set<string>>()
  const visit = (node: ts.Node): void => {
    if (
      (typescript.isBindingElement(node) ||
        typescript.isVariableDeclaration(node) ||
        typescript.isParameter(node)) &&
      typescript.isIdentifier(node.name)
    ) {
      const scope = findScope(typescript, node)
      declared.set(scope, (declared.get(scope) ?? new Set()).add(node.name.text))
    }
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return declared
}

/** The builder that a call belongs to: its text, and the function that declares it. */
export function findOwner(typescript: TypeScript, callee: ts.Expression, declared: Declared): string {
  const receiver = typescript.isPropertyAccessExpression(callee) ? callee.expression.getText() : ''
  const [root = ''] = (receiver || callee.getText()).split('.')
  let scope = findScope(typescript, callee)
  while (!declared.get(scope)?.has(root) && !typescript.isSourceFile(scope))
    scope = findScope(typescript, scope)
  // A builder from elsewhere has one owner for each function that uses it.
  if (!declared.get(scope)?.has(root)) scope = findScope(typescript, callee)
  return `${receiver} ${scope.pos} ${scope.end}`
}

const isExit = (typescript: TypeScript, statement: ts.Statement | undefined): boolean =>
  statement !== undefined &&
  (typescript.isReturnStatement(statement) ||
    typescript.isBreakStatement(statement) ||
    typescript.isThrowStatement(statement))

const contains = (outer: ts.Node, inner: ts.Node): boolean => outer.pos <= inner.pos && inner.end <= outer.end

/** Whether no run reaches both nodes: they are in the two branches of an `if`, or the first leaves its block. */
export function areExclusive(typescript: TypeScript, first: ts.Node, second: ts.Node): boolean {
  let node = first
  while (!contains(node.parent, second)) {
    node = node.parent
    if (typescript.isBlock(node) && isExit(typescript, node.statements.at(-1))) return true
    if (typescript.isCaseClause(node) && isExit(typescript, node.statements.at(-1))) return true
  }
  const { parent } = node
  return typescript.isIfStatement(parent) &&
    node === parent.thenStatement &&
    parent.elseStatement !== undefined
    ? contains(parent.elseStatement, second)
    : false
}
