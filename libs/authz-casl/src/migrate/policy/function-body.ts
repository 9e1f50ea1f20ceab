import type ts from 'typescript'
import { isAssignment } from '../rule-call.ts'
import type { TypeScript } from '../typescript.ts'

/** What a function, or a file outside of its functions, does. */
export interface Body {
  /** Whether it has `new AbilityBuilder(…)`, not in a function inside it. */
  readonly createsBuilder: boolean
  /** The place of its first `return` or `throw`; Infinity if it has none. */
  readonly firstExit: number
  /** The names that get another value in it, or one of whose attributes does: `user = other`. */
  readonly changed: ReadonlySet<string>
}

/** Many rules are in one function: without this, its time would be the square of their number. */
const known = new WeakMap<ts.Node, Body>()

/** Reads a function once. */
export function readBody(typescript: TypeScript, outer: ts.Node): Body {
  const body = known.get(outer) ?? {
    createsBuilder: findOwn(typescript, outer, (node) => isBuilder(typescript, node)) !== undefined,
    firstExit: findOwn(typescript, outer, (node) => isExit(typescript, node))?.pos ?? Infinity,
    changed: listChanged(typescript, outer),
  }
  known.set(outer, body)
  return body
}

const isBuilder = (typescript: TypeScript, node: ts.Node): boolean =>
  typescript.isNewExpression(node) && node.expression.getText() === 'AbilityBuilder'

const isExit = (typescript: TypeScript, node: ts.Node): boolean =>
  typescript.isReturnStatement(node) || typescript.isThrowStatement(node)

/** The first node that is not in a function inside the outer one. */
function findOwn(
  typescript: TypeScript,
  outer: ts.Node,
  isWanted: (node: ts.Node) => boolean,
): ts.Node | undefined {
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (isWanted(node)) return node
    return typescript.isFunctionLike(node) ? undefined : typescript.forEachChild(node, visit)
  }
  return typescript.forEachChild(outer, visit)
}

function listChanged(typescript: TypeScript, outer: ts.Node): ReadonlySet<string> {
  const changed = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (typescript.isVariableDeclaration(node) || typescript.isBindingElement(node))
      changed.add(node.name.getText())
    if (isAssignment(typescript, node)) changed.add(node.left.getText().split(/\W/)[0] ?? '')
    typescript.forEachChild(node, visit)
  }
  visit(outer)
  return changed
}
