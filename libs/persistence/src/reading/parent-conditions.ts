import type { Condition } from '@content-service/authz'
import { nameLinkedFact } from '@content-service/domain/internal/access'

/** The condition on the attributes of a linked record; null if it follows further links. */
const onFacts = (condition: Condition, link: string): Condition | null => {
  switch (condition.op) {
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((part) => onFacts(part, link))
      return parts.includes(null) ? null : { ...condition, conditions: parts as readonly Condition[] }
    }
    case 'not': {
      const inner = onFacts(condition.condition, link)
      return inner && { ...condition, condition: inner }
    }
    case 'subject':
      return condition
    case 'is':
    case 'some':
    case 'may':
      return null
    default:
      return { ...condition, attribute: nameLinkedFact(link, condition.attribute) }
  }
}

/**
 * The condition with the facts of the parent row in the place of the link to it. The parent exists, so that its facts decide
 * alone: `is article (status = PUBLISHED)` becomes `article.status = PUBLISHED`.
 */
export const onParent = (condition: Condition, leadsToParent: (link: string) => boolean): Condition => {
  const inner = (part: Condition): Condition => onParent(part, leadsToParent)
  switch (condition.op) {
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map(inner) }
    case 'not':
      return { ...condition, condition: inner(condition.condition) }
    case 'is':
      return (
        (leadsToParent(condition.attribute) && onFacts(condition.condition, condition.attribute)) || condition
      )
    default:
      return condition
  }
}
