import { NOW } from '../engine/conditions/condition.ts'
import type { Row, SubjectTests } from '../engine/conditions/compile-test.ts'
import { noReads } from '../engine/conditions/reads.ts'
import { testSubject } from '../engine/conditions/subject-tests.ts'

/** The clock of a reader of packed permissions, with the tests of conditions that compare with `now()`. */
export interface Clock {
  /** A subject whose only attribute is the time. */
  readonly readTime: () => Row
  readonly tests: SubjectTests
}

/** The clock for `unpack(packed, { clock: readClock() })`. `now` returns another time than that of the machine. */
export const readClock = (now = (): Date => new Date()): Clock => ({
  readTime: () => ({ [NOW]: now() }),
  tests: testSubject(noReads()),
})
