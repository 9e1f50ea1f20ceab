import type ts from 'typescript'
import type { RuleInSource } from './rule-in-source.ts'
import type { TypeScript } from './typescript.ts'

export interface Operator {
  readonly node: ts.Node
  readonly message: string
}

/** CASL has no matcher of these operators by default: a condition with one of them matches no row. */
const LOGICAL = ['$and', '$or', '$nor', '$not']
/** The operators without an exact equivalent in a filter or a policy. */
const INEXACT = ['$regex', '$options', '$exists', '$size', 'isEmpty', 'isSet', 'mode']

const describe = (name: string): string | undefined =>
  LOGICAL.includes(name)
    ? `a condition with ${name} matches nothing in CASL without a matcher of it, and filterOf refuses it: pass a conditionsMatcher that knows it`
    : INEXACT.includes(name)
      ? `no filter and no policy expresses ${name} exactly: filterOf refuses it, see the table of operators`
      : undefined

/** Finds the operators in conditions of rules that `filterOf` refuses. */
export function findInexact(
  typescript: TypeScript,
  file: ts.SourceFile,
  rules: readonly RuleInSource[],
): readonly Operator[] {
  const values = findValues(typescript, file)
  return rules.flatMap(({ conditions }) => {
    const given = conditions && typescript.isIdentifier(conditions) ? values.get(conditions.text) : conditions
    return given ? listOperators(typescript, given) : []
  })
}

function listOperators(typescript: TypeScript, conditions: ts.Node): readonly Operator[] {
  const found: Operator[] = []
  const visit = (node: ts.Node, depth: number): void => {
    const message = typescript.isPropertyAssignment(node)
      ? describe(readName(typescript, node.name, depth))
      : undefined
    if (message !== undefined) found.push({ node, message })
    const inner = typescript.isObjectLiteralExpression(node) ? depth + 1 : depth
    typescript.forEachChild(node, (child) => visit(child, inner))
  }
  visit(conditions, 0)
  return found
}

/** The name of a member. At the top of conditions, a name without a dollar is a field. */
function readName(typescript: TypeScript, name: ts.PropertyName, depth: number): string {
  if (!typescript.isIdentifier(name) && !typescript.isStringLiteralLike(name)) return ''
  return depth > 1 || name.text.startsWith('$') ? name.text : ''
}

/** The objects of the variables of a file. */
function findValues(typescript: TypeScript, file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const values = new Map<string, ts.Expression>()
  const visit = (node: ts.Node): void => {
    if (typescript.isVariableDeclaration(node) && typescript.isIdentifier(node.name) && node.initializer)
      values.set(node.name.text, node.initializer)
    typescript.forEachChild(node, visit)
  }
  visit(file)
  return values
}
