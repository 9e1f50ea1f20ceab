import {
  type HasOperands,
  type SubjectTests,
  type Test,
  always,
  comparable,
  compileTest,
  relate,
} from './compile-test.ts'
import {
  type Comparison,
  type Condition,
  type Nested,
  hasInner,
  isJunction,
  isReference,
  isSibling,
} from './condition.ts'
import { type Reads, addRead } from './reads.ts'
import { areSimple, isOperand } from './relation.ts'

/** A comparison with a value of the subject or of the policy, or a condition on the subject alone. */
export type OperandPart = Comparison | Extract<Nested, { readonly op: 'subject' }>

/**
 * The parts of a condition that cannot be tested if the subject lacks a value, whatever the row is. A test for null and a
 * comparison with another attribute of the row need no value.
 */
export function listOperandParts(condition: Condition): readonly OperandPart[] {
  if (isJunction(condition)) return condition.conditions.flatMap(listOperandParts)
  if (condition.op === 'subject') return [condition]
  if (hasInner(condition)) return listOperandParts(condition.condition)
  return condition.op === 'may' || condition.op === 'isNull' || isSibling(condition.value) ? [] : [condition]
}

type Readable = Readonly<Record<string, unknown>>

/** A comparison of an attribute with the attribute `reference` of the subject. */
function compareWithReference(reference: string, comparison: Comparison, path: string): Test {
  const { op, attribute, by } = comparison
  const relateAny = relate(comparison, path)
  const isEqual = op === 'eq' && by === undefined
  return (row, asker, failed) => {
    const a = (row as Readable)[attribute]
    const b = (asker as Readable)[reference]
    return isEqual && areSimple(a, b) ? a === b : relateAny(a, b, failed)
  }
}

function compare(comparison: Comparison, path: string, { references }: SubjectTests): Test | undefined {
  const { value } = comparison
  if (!isReference(value)) return undefined
  addRead(value.subject, references)
  return compareWithReference(value.subject, comparison, path)
}

function compile(condition: Condition, subject: SubjectTests): Test {
  const test = compileTest(condition, subject.references, subject, 'subject.')
  return (_, asker, failed) => test(asker, asker, failed)
}

function requireOperand(part: OperandPart, subject: SubjectTests): HasOperands {
  if (part.op === 'subject') {
    const test = subject.compile(part.condition)
    return (asker) => test(asker, asker) !== undefined
  }
  const { op, by, value } = part
  if (!isReference(value)) return isOperand(part, value) ? always : () => false
  const { subject: reference } = value
  // Most values of subjects are texts and numbers, which are operands of most operators.
  const isSimple = by === undefined && /^(eq|contains)$/.test(op)
  return (asker) => {
    const operand = (asker as Readable)[reference]
    return (isSimple && areSimple(operand, operand)) || isOperand(part, comparable(operand))
  }
}

/** The test of all operands in a condition; `always` if the subject gives none. */
function requireOperands(condition: Condition, subject: SubjectTests): HasOperands {
  const tests = listOperandParts(condition)
    .map((part) => requireOperand(part, subject))
    .filter((each) => each !== always)
  return tests.length > 1 ? (asker) => tests.every((each) => each(asker)) : (tests[0] ?? always)
}

/** The tests of the parts that read the subject. They add the attributes that they read to `references`. */
export function testSubject(references: Reads): SubjectTests {
  const subject: SubjectTests = {
    references,
    compile: (condition) => compile(condition, subject),
    compare: (comparison, path) => compare(comparison, path, subject),
    requireOperands: (condition) => requireOperands(condition, subject),
  }
  return subject
}
