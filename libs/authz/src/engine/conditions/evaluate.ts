import type { Condition } from './condition.ts'
import { type Row, type Test, compileTest } from './compile-test.ts'
import { checkTestable } from './depth.ts'
import { testSubject } from './subject-tests.ts'
import { type Reads, copyReads, noReads, readsTwice } from './reads.ts'
import { isPolluted } from './value.ts'

export type { Row, Test, Truth } from './compile-test.ts'

/** The test of a condition of a policy, whose references take their values from the subject. */
export const compile = (condition: Condition, reads: Reads, references: Reads): Test =>
  compileTest(condition, reads, testSubject(references))

const NO_SUBJECT = {}

/** Calls the test with the row, or with a copy of the row if the test reads an attribute twice or a getter throws. */
export function testOnce(test: Test, reads: Reads): (row: Row) => boolean {
  const testCopy = (row: Row) => test(copyReads(row, reads), NO_SUBJECT) === true
  if (readsTwice(reads)) return testCopy
  return (row) => {
    try {
      // What all objects inherit can make a condition true that is untestable without it, and never the reverse.
      return test(row, NO_SUBJECT) === true && (!isPolluted() || testCopy(row))
    } catch {
      return testCopy(row)
    }
  }
}

/**
 * Whether the condition is true for a row. Null equals nothing, so that a comparison with null is false and its negation
 * is true. A condition on an absent attribute, or on a value of another kind, is neither true nor false.
 * @throws {InvalidPolicy} for a condition that is too deep, or that follows a policy.
 */
export function holds(condition: Condition, resource: Row, subject: Row = {}): boolean {
  const [reads, references] = [noReads(), noReads()]
  const test = compile(checkTestable(condition), reads, references)
  return test(copyReads(resource, reads), copyReads(subject, references)) === true
}
