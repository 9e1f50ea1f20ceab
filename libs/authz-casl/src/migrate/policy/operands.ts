import type ts from 'typescript'
import type { TypeScript } from '../typescript.ts'
import { Unwritten } from './policy-rule.ts'

/** A value in the source. */
export interface Operand {
  readonly code: string
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'caller'
  /** Whether it is a number below zero; -0 is not. */
  readonly isNegative?: boolean
}

/** Reads a literal, or an attribute of the caller: `user.id` is `s.id`. */
export function readOperand(typescript: TypeScript, node: ts.Expression, user: string | undefined): Operand {
  const code = node.getText()
  if (typescript.isStringLiteralLike(node)) return { code, kind: 'text' }
  const number = readNumber(typescript, node)
  if (number !== undefined) return { code, kind: 'number', isNegative: number < 0 }
  const { NullKeyword, TrueKeyword, FalseKeyword } = typescript.SyntaxKind
  if (node.kind === NullKeyword) return { code, kind: 'null' }
  if (node.kind === TrueKeyword || node.kind === FalseKeyword) return { code, kind: 'boolean' }
  if (
    typescript.isPropertyAccessExpression(node) &&
    typescript.isIdentifier(node.name) &&
    user !== undefined &&
    node.expression.getText() === user &&
    !node.questionDotToken &&
    !(node.name.text in Object.prototype)
  )
    return { code: `s.${node.name.text}`, kind: 'caller' }
  throw new Unwritten(node, `the value ${code.slice(0, 60)} is no literal and no attribute of the caller`)
}

/** The text of a literal is its decimal number: `0x10` has the text 16. */
function readNumber(typescript: TypeScript, node: ts.Expression): number | undefined {
  if (typescript.isNumericLiteral(node)) return Number(node.text)
  return typescript.isPrefixUnaryExpression(node) &&
    node.operator === typescript.SyntaxKind.MinusToken &&
    typescript.isNumericLiteral(node.operand)
    ? -Number(node.operand.text)
    : undefined
}

/** The literals of a list, of one kind. */
export function readList(typescript: TypeScript, node: ts.Expression): readonly Operand[] {
  if (!typescript.isArrayLiteralExpression(node)) throw new Unwritten(node, 'its list is no literal')
  const operands = node.elements.map((element) => readOperand(typescript, element, undefined))
  const kinds = new Set(operands.map(({ kind }) => kind))
  if (kinds.size !== 1 || kinds.has('null'))
    throw new Unwritten(node, 'its list does not have values of one kind')
  return operands
}

/** The operators of an attribute. An attribute of the same name could not be read. */
const TAKEN = new Set(
  'eq ne in lt lte gt gte contains startsWith endsWith includes isNull some every none may'.split(' '),
)

/** The code of an attribute: `a.owner.teamId`. */
export function writeAttribute(node: ts.Node, of: string, names: readonly string[]): string {
  const wrong = names.find((name) => name === '' || !Number.isNaN(Number(name)) || name in Object.prototype)
  if (wrong !== undefined) throw new Unwritten(node, `"${wrong}" is no name of an attribute`)
  const taken = names.find((name) => TAKEN.has(name))
  if (taken !== undefined) throw new Unwritten(node, `"${taken}" is the name of an operator`)
  return names.reduce(
    (code, name) =>
      /^[A-Za-z_$][\w$]*$/.test(name) ? `${code}.${name}` : `${code}[${JSON.stringify(name)}]`,
    of,
  )
}
