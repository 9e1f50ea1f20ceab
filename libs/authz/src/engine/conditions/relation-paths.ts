import { type Condition, isJunction } from './condition.ts'

function collect(condition: Condition, path: string, found: Set<string>): void {
  if (isJunction(condition)) for (const part of condition.conditions) collect(part, path, found)
  else if (condition.op === 'not') collect(condition.condition, path, found)
  else if (condition.op === 'is' || condition.op === 'some') {
    const inner = path ? `${path}.${condition.attribute}` : condition.attribute
    found.add(inner)
    collect(condition.condition, inner, found)
  }
}

/** The related objects and lists that conditions read, each with its path: `['article', 'article.owner']`. */
export function listRelations(conditions: readonly Condition[]): readonly string[] {
  const found = new Set<string>()
  for (const condition of conditions) collect(condition, '', found)
  return [...found].sort()
}
