import type { Expr } from '@cedar-policy/cedar-wasm/nodejs'
import { type Condition, and, not, or } from '../../../src/index.ts'
import {
  ANCESTORS,
  type Term,
  TYPE,
  at,
  attributeOf,
  compare,
  contains,
  isOneOf,
  memberOf,
  refuse,
  termOf,
} from './cedar-terms.ts'

/** The parts of an expression. Each operator has some of them. */
export interface Parts {
  readonly left: Expr
  readonly right: Expr
  readonly arg: Expr
  readonly attr: string | readonly string[]
  readonly pattern: readonly ('Wildcard' | { readonly Literal: string })[]
  readonly entity_type: string
  readonly in?: Expr
  readonly if: Expr
  readonly then: Expr
  readonly else: Expr
}

const comparisons: Readonly<Record<string, Parameters<typeof compare>[0]>> = {
  '==': 'eq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
  lessThan: 'lt',
  lessThanOrEqual: 'lte',
  greaterThan: 'gt',
  greaterThanOrEqual: 'gte',
}

type PathTerm = Extract<Term, { kind: 'path' }>
const pathOf = (term: Term): PathTerm => (term.kind === 'path' ? term : refuse('an operator on a constant'))
const itemsOf = (term: Term) => (term.kind === 'set' ? term.items : refuse('a comparison of sets'))

/** Whether an entity is an entity of a list, or below it. */
const isIn = (entity: PathTerm, term: Term): Condition => {
  const groups =
    term.kind === 'value' ? [term] : term.kind === 'set' ? term.items : refuse('"in" an attribute')
  return or(
    ...groups.map(({ value }) =>
      at(attributeOf(entity, ANCESTORS), (attribute) => ({ op: 'contains', attribute, value })),
    ),
  )
}

/** The condition of an expression that is true or false. */
export function conditionOf(expression: Expr, entities: ReadonlySet<string>): Condition {
  const inner = (part: Expr) => conditionOf(part, entities)
  const term = (part: Expr) => termOf(part, entities)
  const [op = '', given] = Object.entries(expression)[0] ?? []
  // A method of an extension has a list in place of the names.
  const parts = (Array.isArray(given) ? { left: given[0], right: given[1] } : given) as Parts
  const comparison = comparisons[op]
  if (comparison) return compare(comparison, term(parts.left), term(parts.right))
  switch (op) {
    case 'Value':
      return given === true ? and() : or()
    case '.':
      return at(pathOf(term(expression)), (attribute) => ({ op: 'eq', attribute, value: true }))
    case '!':
      return not(inner(parts.arg))
    case '!=':
      return not(compare('eq', term(parts.left), term(parts.right)))
    case '&&':
      return and(inner(parts.left), inner(parts.right))
    case '||':
      return or(inner(parts.left), inner(parts.right))
    case 'if-then-else': {
      const test = inner(parts.if)
      return or(and(test, inner(parts.then)), and(not(test), inner(parts.else)))
    }
    case 'has': {
      const path = [parts.attr].flat().reduce((of, name) => memberOf(of, name, entities), term(parts.left))
      return at(pathOf(path), (attribute) => not({ op: 'isNull', attribute }))
    }
    case 'in':
      return isIn(pathOf(term(parts.left)), term(parts.right))
    case 'is': {
      const type = attributeOf(pathOf(term(parts.left)), TYPE)
      const isType = at(type, (attribute) => ({ op: 'eq', attribute, value: parts.entity_type }))
      return parts.in ? and(isType, isIn(pathOf(term(parts.left)), term(parts.in))) : isType
    }
    case 'contains': {
      const [left, right] = [term(parts.left), term(parts.right)]
      return left.kind === 'set' ? isOneOf(pathOf(right), left.items) : contains(pathOf(left), right)
    }
    case 'containsAny':
    case 'containsAll': {
      const set = pathOf(term(parts.left))
      const all = itemsOf(term(parts.right)).map((item) => contains(set, item))
      return op === 'containsAny' ? or(...all) : and(...all)
    }
    case 'like': {
      const text = parts.pattern
        .map((part) => (part === 'Wildcard' ? refuse('"like"') : part.Literal))
        .join('')
      return compare('eq', term(parts.left), { kind: 'value', value: text, isEntity: false })
    }
    default:
      return refuse(`"${op}"`)
  }
}
