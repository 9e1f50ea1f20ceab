import { ContentError } from '../../rules/errors.ts'

/** C13.6: the bounds of a filter. */
export interface FilterLimits {
  readonly nodes: number
  readonly values: number
  readonly depth: number
}

export const DEFAULT_FILTER_LIMITS: FilterLimits = { nodes: 50, values: 100, depth: 5 }

const tooComplex = (most: number, what: string): ContentError =>
  new ContentError('QUERY_TOO_COMPLEX', `The filter has more than ${most} ${what}. Ask for less at once.`)

/** Counts the parts of a filter. @throws QUERY_TOO_COMPLEX. */
export class FilterMeter {
  readonly #limits: FilterLimits
  #nodes = 0
  #parts = 0
  #values = 0

  constructor(limits: FilterLimits) {
    this.#limits = limits
  }

  /** Counts a condition, or one and, or, not, link or list. */
  addNode(): void {
    this.#nodes += 1
    if (this.#nodes > this.#limits.nodes) throw tooComplex(this.#limits.nodes, 'conditions')
  }

  /** Counts the parts of an and or an or. A part without a condition is no node, and takes time too. */
  addParts(count: number): void {
    this.#parts += count
    if (this.#parts > this.#limits.nodes) throw tooComplex(this.#limits.nodes, 'parts')
  }

  addValues(count: number): void {
    this.#values += count
    if (this.#values > this.#limits.values) throw tooComplex(this.#limits.values, 'values in lists')
  }

  /** Counts one and, or, not, link or list at this level, from 1. */
  addLevel(level: number): void {
    this.addNode()
    if (level > this.#limits.depth) throw tooComplex(this.#limits.depth, 'levels')
  }
}
