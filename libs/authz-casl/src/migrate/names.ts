import type ts from 'typescript'
import type { TypeScript } from './typescript.ts'

/** A name of an action, a type or a field. Only a text says exactly what a rule names. */
export interface Name {
  readonly text: string
  readonly kind: 'text' | 'constant' | 'member'
}

/**
 * The names of a text, a constant or a list of both, without what stands before a dot: `Action.Read` is `Read`. Null if the
 * source does not show them.
 */
export function readNames(typescript: TypeScript, node: ts.Expression | undefined): readonly Name[] | null {
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
