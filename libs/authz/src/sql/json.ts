import {
  type Comparison,
  type Condition,
  type Nested,
  isReference,
  isSearch,
  isSibling,
  needsPolicy,
  hasInner,
  isJunction,
} from '../engine/conditions/condition.ts'
import { BOOLEAN, NULL, NUMBER, TEXT, classify } from '../engine/conditions/value.ts'
import { describeLeaf } from '../explain/describe.ts'
import { aboutSubject, unresolved } from '../engine/printer/unresolved.ts'
import { symbols, within } from './comparison.ts'
import type { Syntax } from './dialect.ts'
import { type Form, NOTHING, type Pieces, UNTESTABLE } from './form.ts'
import type { JsonSyntax, JsonType } from './json-syntax.ts'
import { snap } from './snap.ts'

/** The SQL that reads JSON, and the number of the lists around the value. */
interface Reader {
  readonly json: JsonSyntax
  readonly limits: Syntax['limits']
  readonly depth: number
}

/** A condition on the value of an attribute. */
type Tested = Comparison | Exclude<Nested, { readonly op: 'subject' }>

const typesOf: Readonly<Record<number, JsonType>> = {
  [TEXT]: 'string',
  [BOOLEAN]: 'boolean',
  [NUMBER]: 'number',
}

const joined = (parts: readonly Pieces[], op: 'and' | 'or'): Pieces =>
  parts.length > 0
    ? ['(', ...parts.flatMap((part, i) => (i > 0 ? [` ${op} `, ...part] : part)), ')']
    : [String(op === 'and')]

/** The SQL of a condition, or of its negation, on the JSON of a column. It is not true if the condition cannot be tested. */
export function writeJson(
  condition: Tested,
  negated: boolean,
  column: Pieces,
  { json, limits }: Syntax,
): Pieces {
  return writeValue(condition, negated, json.root(column), { json, limits, depth: 0 })
}

/** A condition on the attributes of an object. */
function writeObject(condition: Condition, negated: boolean, object: Pieces, reader: Reader): Pieces {
  if (condition.op === 'not') return writeObject(condition.condition, !negated, object, reader)
  if (isJunction(condition))
    return joined(
      condition.conditions.map((part) => writeObject(part, negated, object, reader)),
      (condition.op === 'and') !== negated ? 'and' : 'or',
    )
  if (condition.op === 'subject') throw aboutSubject()
  if (condition.op === 'may') throw needsPolicy(condition)
  return writeValue(condition, negated, reader.json.member(object, condition.attribute), reader)
}

/** A condition on the value that an attribute has. */
function writeValue(condition: Tested, negated: boolean, value: Pieces, reader: Reader): Pieces {
  const is = (type: JsonType) => reader.json.isOfType(value, type)
  if (hasInner(condition)) {
    const test = (to: Pieces, by: Reader) => {
      const inside = joined(
        [by.json.isOfType(to, 'object'), writeObject(condition.condition, negated, to, by)],
        'and',
      )
      return negated ? joined([by.json.isOfType(to, 'null'), inside], 'or') : inside
    }
    return condition.op === 'is' ? test(value, reader) : writeItems(value, negated, test, reader)
  }
  if (condition.op === 'isNull') return negated ? ['not ', ...is('null')] : is('null')
  const form = writeComparison(condition, value, reader)
  return negated ? form.no : form.yes
}

type TestItem = (item: Pieces, reader: Reader) => Pieces

/** Whether an item of an array passes a test; negated, whether all items pass it, or there is null instead of an array. */
function writeItems(value: Pieces, negated: boolean, test: TestItem, reader: Reader): Pieces {
  const { json, depth } = reader
  const { from, item } = json.items(value, `item_${depth}`)
  const tested = test(item, { ...reader, depth: depth + 1 })
  const isArray = json.isOfType(value, 'array')
  if (!negated) return joined([isArray, ['exists (select 1 from', ...from, ' where ', ...tested, ')']], 'and')
  const all = ['not exists (select 1 from', ...from, ' where (', ...tested, ') is not true)']
  return joined([json.isOfType(value, 'null'), joined([isArray, all], 'and')], 'or')
}

function writeComparison(comparison: Comparison, value: Pieces, reader: Reader): Form {
  const { op, attribute, value: operand, kind, by } = comparison
  if (isReference(operand)) throw unresolved(attribute, operand)
  if (isSibling(operand) || by !== undefined || isSearch(op))
    throw new TypeError(`toSql cannot test "${describeLeaf(comparison)}" inside of JSON.`)
  if (kind === 'timestamp' || kind === 'date')
    throw new TypeError(`JSON has no times, so that toSql cannot compare "${attribute}" of the kind ${kind}.`)
  if (op === 'in') return Array.isArray(operand) ? writeList(value, operand, reader) : UNTESTABLE
  if (operand === null) return NOTHING
  if (classify(operand) === 0 || (/^[lg]/.test(op) && classify(operand) < NUMBER)) return UNTESTABLE
  if (op !== 'contains') return writeScalar(value, op as keyof typeof symbols, operand, reader)
  const test =
    (part: keyof Form): TestItem =>
    (item, by) =>
      writeScalar(item, 'eq', operand, by)[part]
  return {
    yes: writeItems(value, false, test('yes'), reader),
    no: writeItems(value, true, test('no'), reader),
  }
}

/** Both tests of a value: it has the type, and then the comparison or its negation is true. Null passes the negation. */
function writeTests(value: Pieces, group: number, yes: Pieces, no: Pieces, { json }: Reader): Form {
  const type = typesOf[group]
  const isNull = json.isOfType(value, 'null')
  if (!type) return { yes: ['false'], no: isNull }
  const isOfType = json.isOfType(value, type)
  return {
    yes: joined([isOfType, yes], 'and'),
    no: joined([isNull, joined([isOfType, no], 'and')], 'or'),
  }
}

// JavaScript reads each number of JSON as a float.
const snapNumber = (op: keyof typeof symbols | 'in', operand: unknown, { limits }: Reader) =>
  snap(op, operand, classify(operand), classify(operand) === NUMBER ? 'float' : undefined, limits)

function writeScalar(value: Pieces, op: keyof typeof symbols, operand: unknown, reader: Reader): Form {
  const group = classify(operand)
  const near = snapNumber(op, operand, reader)
  if (typeof near === 'boolean') return writeTests(value, group, [String(near)], [String(!near)], reader)
  const { left, right } = reader.json.sides(value, group)
  const [yes, no] = symbols[near[0] as keyof typeof symbols]
  return writeTests(value, group, [...left, yes, ...right(near[1])], [...left, no, ...right(near[1])], reader)
}

/** The items of each class are one set. A value of another class cannot be tested. */
function writeList(value: Pieces, list: readonly unknown[], reader: Reader): Form {
  const groups = [...new Set(list.map(classify))].filter((group) => group !== NULL)
  const forms = groups.map((group): Form => {
    if (group === 0) return UNTESTABLE
    const operands = list.filter((item) => classify(item) === group)
    const near = operands.flatMap((item) => {
      const each = snapNumber('in', item, reader)
      return typeof each === 'boolean' ? [] : [each[1]]
    })
    if (near.length === 0) return writeTests(value, group, ['false'], ['true'], reader)
    const { left, set } = reader.json.sides(value, group)
    const all = set(near)
    return writeTests(value, group, within(left, all), within(left, { ...all, yes: all.no }), reader)
  })
  return {
    yes: joined(
      forms.map(({ yes }) => yes),
      'or',
    ),
    no: joined(
      forms.map(({ no }) => no),
      'and',
    ),
  }
}
