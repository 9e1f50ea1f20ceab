import type ts from 'typescript'
import { isDefinition } from '../rule-call.ts'
import type { TypeScript } from '../typescript.ts'
import { readBody } from './function-body.ts'
import { Unwritten } from './policy-rule.ts'
import { findUser } from './user-name.ts'

/** Who has a rule. */
export interface Caller {
  /** Null for all callers. */
  readonly roles: readonly string[] | null
  /** The name of the caller in the source: `user`. Undefined if nobody knows it. */
  readonly user: string | undefined
}

/** Reads the callers of a rule from the statements around it. */
export function findCaller(typescript: TypeScript, rule: ts.Node): Caller {
  const outer = findFunction(typescript, rule)
  checkOuter(typescript, rule, outer)
  const user = findUser(typescript, rule, outer)
  let roles: readonly string[] | null = null
  for (let node = rule; node.parent !== outer && node !== outer; node = node.parent) {
    const found = readParent(typescript, node, user)
    if (found && roles) throw new Unwritten(rule, 'it needs two roles at once')
    roles = found ?? roles
  }
  return { roles, user }
}

const findFunction = (typescript: TypeScript, node: ts.Node): ts.Node =>
  typescript.findAncestor(node.parent, (each) => typescript.isFunctionLike(each)) ?? node.getSourceFile()

/** Other callers of the function could give it another builder, and a return before the rule is a condition. */
function checkOuter(typescript: TypeScript, rule: ts.Node, outer: ts.Node): void {
  const { createsBuilder, firstExit } = readBody(typescript, outer)
  if (!createsBuilder && !isDefinition(typescript, outer.parent ?? outer))
    throw new Unwritten(rule, 'its builder comes from another function')
  if (firstExit < rule.pos) throw new Unwritten(rule, 'the function can end before it')
}

/** The roles for which the parent runs the node. Null if it always does. */
function readParent(
  typescript: TypeScript,
  node: ts.Node,
  user: string | undefined,
): readonly string[] | null {
  const { parent } = node
  if (typescript.isIfStatement(parent) && parent.thenStatement === node)
    return [readRole(typescript, parent.expression, user)]
  if (typescript.isCaseClause(parent)) return readCase(typescript, parent, node, user)
  const isPlain =
    isOtherRole(typescript, node, user) ||
    typescript.isExpressionStatement(parent) ||
    typescript.isBlock(parent) ||
    typescript.isCaseBlock(parent) ||
    typescript.isSwitchStatement(parent) ||
    (typescript.isPropertyAccessExpression(parent) && parent.name.text === 'because') ||
    (typescript.isCallExpression(parent) && parent.expression === node)
  if (!isPlain) throw new Unwritten(node, 'it does not run for all callers or for one role')
  return null
}

/** Whether the node is the second `if` of `if (user.role === 'X') … else if (user.role === 'Y')`. */
const isOtherRole = (typescript: TypeScript, node: ts.Node, user: string | undefined): boolean =>
  typescript.isIfStatement(node) &&
  typescript.isIfStatement(node.parent) &&
  node.parent.elseStatement === node &&
  [node, node.parent].every(
    ({ expression }) => typescript.isBinaryExpression(expression) && isMember(expression.left, user, 'role'),
  )

/** The role of `user.roles.includes('X')` and of `user.role === 'X'`. */
function readRole(typescript: TypeScript, test: ts.Expression, user: string | undefined): string {
  if (typescript.isCallExpression(test)) {
    const [role, ...others] = test.arguments
    if (role && others.length === 0 && isMember(test.expression, user, 'roles.includes'))
      return readText(typescript, role)
  }
  if (
    typescript.isBinaryExpression(test) &&
    test.operatorToken.kind === typescript.SyntaxKind.EqualsEqualsEqualsToken &&
    isMember(test.left, user, 'role')
  )
    return readText(typescript, test.right)
  throw new Unwritten(test, 'the condition around it is no role of the caller')
}

const isMember = (node: ts.Node, user: string | undefined, member: string): boolean =>
  user !== undefined && node.getText() === `${user}.${member}`

function readText(typescript: TypeScript, node: ts.Node): string {
  if (!typescript.isStringLiteralLike(node)) throw new Unwritten(node, 'the name of the role is no text')
  if (['', '*', '__proto__'].includes(node.text))
    throw new Unwritten(node, `no role has the name "${node.text}"`)
  return node.text
}

/** The roles of a clause and of the clauses that run on into it. */
function readCase(
  typescript: TypeScript,
  clause: ts.CaseClause,
  statement: ts.Node,
  user: string | undefined,
): readonly string[] {
  const choice = clause.parent.parent
  if (!isMember(choice.expression, user, 'role'))
    throw new Unwritten(clause, 'the condition around it is no role of the caller')
  const before = clause.statements.filter((each) => each.pos < statement.pos)
  if (before.some((each) => /\b(?:break|continue)\b/.test(each.getText())))
    throw new Unwritten(statement, 'the clause can end before it')
  const { clauses } = clause.parent
  const roles = [readText(typescript, clause.expression)]
  for (let i = clauses.indexOf(clause) - 1; i >= 0; i -= 1) {
    const other = clauses[i]
    const last = other?.statements.at(-1)
    if (!other || (last && typescript.isBreakStatement(last))) break
    if (!typescript.isCaseClause(other)) throw new Unwritten(other, 'the default clause runs on into it')
    roles.unshift(readText(typescript, other.expression))
  }
  return roles
}
