import { type Comparison, type Condition, type Nested, isReference } from '../condition.ts'
import { BOOLEAN, NULL, NUMBER, TEXT, classOf } from '../value.ts'
import { aboutSubject, symbols, unresolved, within } from './comparison.ts'
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
export function jsonPieces(
  condition: Tested,
  negated: boolean,
  column: Pieces,
  { json, limits }: Syntax,
): Pieces {
  return valuePieces(condition, negated, json.root(column), { json, limits, depth: 0 })
}

/** A condition on the attributes of an object. */
function objectPieces(condition: Condition, negated: boolean, object: Pieces, reader: Reader): Pieces {
  if (condition.op === 'not') return objectPieces(condition.condition, !negated, object, reader)
  if ('conditions' in condition)
    return joined(
      condition.conditions.map((part) => objectPieces(part, negated, object, reader)),
      (condition.op === 'and') !== negated ? 'and' : 'or',
    )
  if (condition.op === 'subject') throw aboutSubject()
  return valuePieces(condition, negated, reader.json.member(object, condition.attribute), reader)
}

/** A condition on the value that an attribute has. */
function valuePieces(condition: Tested, negated: boolean, value: Pieces, reader: Reader): Pieces {
  const is = (type: JsonType) => reader.json.isOfType(value, type)
  if ('condition' in condition) {
    const test = (to: Pieces, by: Reader) => {
      const inside = joined(
        [by.json.isOfType(to, 'object'), objectPieces(condition.condition, negated, to, by)],
        'and',
      )
      return negated ? joined([by.json.isOfType(to, 'null'), inside], 'or') : inside
    }
    return condition.op === 'is' ? test(value, reader) : itemPieces(value, negated, test, reader)
  }
  if (condition.op === 'isNull') return negated ? ['not ', ...is('null')] : is('null')
  const form = formOf(condition, value, reader)
  return negated ? form.no : form.yes
}

type TestItem = (item: Pieces, reader: Reader) => Pieces

/** Whether an item of an array passes a test; negated, whether all items pass it, or there is null instead of an array. */
function itemPieces(value: Pieces, negated: boolean, test: TestItem, reader: Reader): Pieces {
  const { json, depth } = reader
  const { from, item } = json.items(value, `item_${depth}`)
  const tested = test(item, { ...reader, depth: depth + 1 })
  const isArray = json.isOfType(value, 'array')
  if (!negated) return joined([isArray, ['exists (select 1 from', ...from, ' where ', ...tested, ')']], 'and')
  const all = ['not exists (select 1 from', ...from, ' where (', ...tested, ') is not true)']
  return joined([json.isOfType(value, 'null'), joined([isArray, all], 'and')], 'or')
}

function formOf(comparison: Comparison, value: Pieces, reader: Reader): Form {
  const { op, attribute, value: operand, kind } = comparison
  if (isReference(operand)) throw unresolved(attribute, operand)
  if (kind === 'timestamp' || kind === 'date')
    throw new TypeError(`JSON has no times, so that toSql cannot compare "${attribute}" of the kind ${kind}.`)
  if (op === 'in') return Array.isArray(operand) ? listForm(value, operand, reader) : UNTESTABLE
  if (operand === null) return NOTHING
  if (classOf(operand) === 0 || (/^[lg]/.test(op) && classOf(operand) < NUMBER)) return UNTESTABLE
  if (op !== 'contains') return scalarForm(value, op as keyof typeof symbols, operand, reader)
  const test =
    (part: keyof Form): TestItem =>
    (item, by) =>
      scalarForm(item, 'eq', operand, by)[part]
  return {
    yes: itemPieces(value, false, test('yes'), reader),
    no: itemPieces(value, true, test('no'), reader),
  }
}

/** Both tests of a value: it has the type, and then the comparison or its negation is true. Null passes the negation. */
function testsOf(value: Pieces, group: number, yes: Pieces, no: Pieces, { json }: Reader): Form {
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
const snapped = (op: keyof typeof symbols | 'in', operand: unknown, { limits }: Reader) =>
  snap(op, operand, classOf(operand), classOf(operand) === NUMBER ? 'float' : undefined, limits)

function scalarForm(value: Pieces, op: keyof typeof symbols, operand: unknown, reader: Reader): Form {
  const group = classOf(operand)
  const near = snapped(op, operand, reader)
  if (typeof near === 'boolean') return testsOf(value, group, [String(near)], [String(!near)], reader)
  const { left, right } = reader.json.sides(value, group)
  const [yes, no] = symbols[near[0] as keyof typeof symbols]
  return testsOf(value, group, [...left, yes, ...right(near[1])], [...left, no, ...right(near[1])], reader)
}

/** The items of each class are one set. A value of another class cannot be tested. */
function listForm(value: Pieces, list: readonly unknown[], reader: Reader): Form {
  const groups = [...new Set(list.map(classOf))].filter((group) => group !== NULL)
  const forms = groups.map((group): Form => {
    if (group === 0) return UNTESTABLE
    const operands = list.filter((item) => classOf(item) === group)
    const near = operands.flatMap((item) => {
      const each = snapped('in', item, reader)
      return typeof each === 'boolean' ? [] : [each[1]]
    })
    if (near.length === 0) return testsOf(value, group, ['false'], ['true'], reader)
    const { left, set } = reader.json.sides(value, group)
    const all = set(near)
    return testsOf(value, group, within(left, all), within(left, { ...all, yes: all.no }), reader)
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
