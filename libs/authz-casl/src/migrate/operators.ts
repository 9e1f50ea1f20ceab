import type ts from 'typescript'
import type { RuleInSource } from './rules.ts'
import type { TypeScript } from './typescript.ts'

export interface Operator {
  readonly node: ts.Node
  readonly message: string
}

/** CASL 7 has no matcher of these operators by default: a condition with one of them matches no row. */
const LOGICAL = new Set(['$and', '$or', '$nor', '$not'])

const CONSEQUENCES = {
  can: 'begins to allow rows',
  cannot: 'begins to forbid rows',
} as const satisfies Record<RuleInSource['effect'], string>

/** Finds the operators in conditions of rules that CASL 7 ignores and this package does not. */
export function findLogical(
  typescript: TypeScript,
  file: ts.SourceFile,
  rules: readonly RuleInSource[],
): readonly Operator[] {
  const values = findValues(typescript, file)
  return rules.flatMap(({ conditions, effect }) => {
    const given = conditions && typescript.isIdentifier(conditions) ? values.get(conditions.text) : conditions
    return given ? listLogical(typescript, given, effect) : []
  })
}

function listLogical(
  typescript: TypeScript,
  conditions: ts.Node,
  effect: RuleInSource['effect'],
): readonly Operator[] {
  const found: Operator[] = []
  const visit = (node: ts.Node): void => {
    const name = typescript.isPropertyAssignment(node) ? readName(typescript, node.name) : ''
    if (LOGICAL.has(name)) found.push({ node, message: describe(name, effect) })
    typescript.forEachChild(node, visit)
  }
  visit(conditions)
  return found
}

const describe = (name: string, effect: RuleInSource['effect']): string =>
  `a condition with ${name} matches nothing in CASL 7 without a matcher of your own, and works here: this ${effect} ${CONSEQUENCES[effect]}. Check that you want this, or remove the rule`

const readName = (typescript: TypeScript, name: ts.PropertyName): string =>
  typescript.isIdentifier(name) || typescript.isStringLiteralLike(name) ? name.text : ''

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
