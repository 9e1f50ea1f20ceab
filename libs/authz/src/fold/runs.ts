import { CHANGES, STARTS } from './table.ts'

/** The table of folding: the changes of runs of code points. */
export interface Runs {
  readonly starts: readonly number[]
  /** The change of the run with the same index; see `CHANGES`. */
  readonly changes: readonly number[]
}

function readDifferences(written: string): readonly number[] {
  let sum = 0
  return written.split(' ').map((each) => (sum += Number.parseInt(each, 36)))
}

export const readRuns = (): Runs => ({ starts: readDifferences(STARTS), changes: readDifferences(CHANGES) })
