import type ts from 'typescript'
import { readNames } from './names.ts'
import type { RuleInSource } from './rule-in-source.ts'
import type { TypeScript } from './typescript.ts'

/** Reads `{ action: 'read', subject: 'Article', … }` in a list or in `rules.push(…)`. Null for another object. */
export function readRawRule(typescript: TypeScript, node: ts.ObjectLiteralExpression): RuleInSource | null {
  const members = readMembers(typescript, node)
  const list = findList(typescript, node)
  if (list === undefined || !members.has('action') || !members.has('subject')) return null
  return {
    node,
    effect: isInverted(typescript, members.get('inverted')) ? 'cannot' : 'can',
    actions: readNames(typescript, members.get('action')),
    subjects: readNames(typescript, members.get('subject')),
    fields: readNames(typescript, members.get('fields')),
    hasFields: members.has('fields'),
    conditions: members.get('conditions'),
    owner: `list ${list}`,
  }
}

/** The place of a list, or the name of the list to which a call adds the object. */
function findList(typescript: TypeScript, { parent }: ts.Node): string | undefined {
  if (typescript.isArrayLiteralExpression(parent)) return `${parent.pos}`
  if (!typescript.isCallExpression(parent) || !typescript.isPropertyAccessExpression(parent.expression))
    return undefined
  const { name, expression } = parent.expression
  return name.text === 'push' || name.text === 'unshift' ? expression.getText() : undefined
}

/** The members by their names, which can have quotes. In `{ action }`, the value is the variable of the name. */
const readMembers = (
  typescript: TypeScript,
  { properties }: ts.ObjectLiteralExpression,
): ReadonlyMap<string, ts.Expression> =>
  new Map(
    properties.flatMap((member) => {
      if (typescript.isShorthandPropertyAssignment(member)) return [[member.name.text, member.name] as const]
      if (!typescript.isPropertyAssignment(member)) return []
      const { name, initializer } = member
      return typescript.isIdentifier(name) || typescript.isStringLiteralLike(name)
        ? [[name.text, initializer] as const]
        : []
    }),
  )

/** A value that the source does not show can be true. */
const isInverted = (typescript: TypeScript, value: ts.Expression | undefined): boolean =>
  value !== undefined && value.kind !== typescript.SyntaxKind.FalseKeyword
