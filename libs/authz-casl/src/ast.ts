export const { freeze } = Object

/** A condition as data. It has the form of ucast, whose translators for databases read it. */
export interface Ast {
  readonly operator: string
  readonly value: unknown
  readonly field?: string
}

/** The field of a condition on the value itself, as in `$elemMatch: { $gt: 5 }`. */
export const ITSELF = '__itself__'

/** Stands for an operator that only changes another operator, such as `$options`. */
export const NOTHING: Ast = freeze({ operator: '__null__', value: null })

export const fieldAst = (operator: string, field: string, value: unknown): Ast =>
  freeze({ operator, field, value })

export const compoundAst = (operator: string, parts: readonly Ast[]): Ast =>
  freeze({ operator, value: freeze([...parts]) })

/** The parts of a junction. Undefined for all other conditions. */
export const listParts = ({ operator, value, field }: Ast, wanted: string): readonly Ast[] | undefined =>
  operator === wanted && field === undefined && Array.isArray(value) ? value : undefined

/** Joins conditions, and merges junctions of the same operator. */
export function joinAst(operator: 'and' | 'or', given: readonly Ast[]): Ast {
  const [only] = given
  if (only && given.length === 1) return only
  if (!given.some((part) => part.operator === operator)) return compoundAst(operator, given)
  const parts = given.flatMap((part) => listParts(part, operator) ?? [part])
  return parts[0] && parts.length === 1 ? parts[0] : compoundAst(operator, parts)
}

/** Whether a condition is true for all objects: an empty junction. */
export const isAlways = (ast: Ast): boolean =>
  [listParts(ast, 'and'), listParts(ast, 'AND')].some((parts) => parts?.length === 0)
