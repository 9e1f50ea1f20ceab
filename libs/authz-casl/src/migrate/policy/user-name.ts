import type ts from 'typescript'
import { isDefinition } from '../rule-call.ts'
import type { TypeScript } from '../typescript.ts'
import { readBody } from './function-body.ts'

/**
 * The name of the caller: the only parameter of the functions around the rule, or the one with the name `user`. Undefined if
 * `outer`, the function of the rule, gives it another value.
 */
export function findUser(typescript: TypeScript, rule: ts.Node, outer: ts.Node): string | undefined {
  const names: string[] = []
  for (let node = rule; node !== undefined; node = node.parent)
    if (typescript.isFunctionLike(node) && !isDefinition(typescript, node.parent))
      for (const { name } of node.parameters) if (typescript.isIdentifier(name)) names.push(name.text)
  const name = names.includes('user') ? 'user' : names.length === 1 ? names[0] : undefined
  return name !== undefined && readBody(typescript, outer).changed.has(name) ? undefined : name
}
