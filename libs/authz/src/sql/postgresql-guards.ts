import type { Piece, Sides } from './form.ts'
import { isExactDecimal } from './postgresql-numbers.ts'
import { END_OF_DAYS, END_OF_TIMES } from './postgresql-times.ts'

/** The tests whether JavaScript has a value. An index serves the comparison beside them. */
type Guards = Pick<Sides, 'guard' | 'guardOf'>

/** A decimal that equals a number of JavaScript is one, too. */
export function guardDecimals(column: Piece): Guards {
  const guard = isExactDecimal([column])
  return { guard, guardOf: (symbol) => (symbol === ' = ' ? undefined : guard) }
}

export const guardTimes = (column: Piece): Guards => guardRange(column, END_OF_TIMES)
export const guardDays = (column: Piece): Guards => guardRange(column, END_OF_DAYS)

/** A comparison with a date of JavaScript implies one end of the range, or both. */
function guardRange(column: Piece, end: string): Guards {
  const first = [column, " > '-infinity'"]
  const last = [column, ` < '${end}'`]
  const guard = ['(', ...first, ' and ', ...last, ')']
  return {
    guard,
    guardOf: (symbol) => {
      if (symbol === ' = ') return undefined
      return symbol === ' <> ' ? guard : symbol.startsWith(' <') ? first : last
    },
  }
}
