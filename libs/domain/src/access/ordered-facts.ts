import type { KindsByName } from '@content-service/authz'
import { MOST_LINKS, type PolicyVocabulary } from './condition-problems.ts'
import { findOrderedKind } from './ordered-kinds.ts'
import type { Fact } from './rights.ts'

const listOwn = (facts: Readonly<Record<string, Fact>> = {}): KindsByName =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, findOrderedKind(fact)]))

const hasOrder = (kinds: KindsByName): boolean => Object.values(kinds).some((kind) => kind !== undefined)

/**
 * The kinds of the facts of a resource, and of those behind its links. Empty if no fact has an order: the engine then leaves the names
 * of facts to `findConditionProblems`.
 */
export const listOrderedKinds = (
  vocabulary: PolicyVocabulary,
  resource: string,
  left = MOST_LINKS,
): KindsByName => {
  const links = left > 0 ? Object.entries(vocabulary.links[resource] ?? {}) : []
  const behind = links.map(([link, to]) => [link, listOrderedKinds(vocabulary, to, left - 1)] as const)
  const kinds: KindsByName = {
    ...listOwn(vocabulary.facts[resource]),
    ...Object.fromEntries(behind.map(([link, inner]) => [link, hasOrder(inner) ? inner : undefined])),
  }
  return hasOrder(kinds) ? kinds : {}
}
