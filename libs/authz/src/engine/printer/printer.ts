import {
  type Comparison,
  type Condition,
  type Sibling,
  isReference,
  isSibling,
  needsPolicy,
  hasInner,
  isJunction,
} from '../conditions/condition.ts'
import { aboutSubject, unresolved } from './unresolved.ts'
import { NULL, NUMBER, classify } from '../conditions/value.ts'

/** The query of the rows for which a condition is true, and the query of the rows for which it is false. */
export interface Form<Query> {
  readonly yes: Query
  readonly no: Query
}

/** A comparison of an attribute with values of one class. */
export interface Compared {
  readonly attribute: string
  readonly op: Exclude<Comparison['op'], 'isNull'>
  /** The class of the values. */
  readonly group: number
  readonly values: readonly unknown[]
}

/** Writes queries about the attributes of one object. */
export interface Writer<Query> {
  /** An empty `and` selects all rows, and an empty `or` selects no rows. */
  readonly join: (op: 'and' | 'or', queries: readonly Query[]) => Query
  readonly isNull: (attribute: string) => Form<Query>
  readonly compare: (compared: Compared) => Form<Query>
  /** The rows of which two attributes compare. A printer that cannot write it refuses the condition before. */
  readonly compareSiblings?: (comparison: Comparison, sibling: Sibling) => Form<Query>
  /** The rows whose object at the attribute satisfies a condition; if `negated`, the rows of which that is false. */
  readonly is: (attribute: string, negated: boolean, print: PrintInner<Query>) => Query
  /** The rows whose list at the attribute has an item that satisfies a condition; if `negated`, the opposite. */
  readonly some: (attribute: string, negated: boolean, print: PrintInner<Query>) => Query
}

/** The query of the inner condition about the objects at an attribute; of its negation, if the outer query is negated. */
export type PrintInner<Query> = (writer: Writer<Query>) => Query

/**
 * The query of a condition, or of its negation. A database does not know the third value of conditions. So this function
 * moves negations down to the comparisons, of which each has one query for "true" and one for "false".
 */
export function print<Query>(condition: Condition, negated: boolean, writer: Writer<Query>): Query {
  if (condition.op === 'not') return print(condition.condition, !negated, writer)
  if (isJunction(condition))
    return writer.join(
      (condition.op === 'and') !== negated ? 'and' : 'or',
      condition.conditions.map((part) => print(part, negated, writer)),
    )
  if (condition.op === 'subject') throw aboutSubject()
  if (condition.op === 'may') throw needsPolicy(condition)
  if (hasInner(condition)) {
    const { op, attribute, condition: inner } = condition
    return writer[op](attribute, negated, (innerWriter) => print(inner, negated, innerWriter))
  }
  const { yes, no } = writeComparison(condition, writer)
  return negated ? no : yes
}

function writeComparison<Query>(comparison: Comparison, writer: Writer<Query>): Form<Query> {
  const { op, attribute, value } = comparison
  if (op === 'isNull') return writer.isNull(attribute)
  if (isReference(value)) throw unresolved(attribute, value)
  if (isSibling(value)) {
    if (writer.compareSiblings) return writer.compareSiblings(comparison, value)
    throw new TypeError(`The query cannot compare "${attribute}" with "${value.attribute}" of the same row.`)
  }
  if (op !== 'in') return writeList({ attribute, op, values: [value] }, writer)
  if (Array.isArray(value)) return writeList({ attribute, op, values: value }, writer)
  return writeConstant(writer, [classify(value) === NULL ? NULL : 0])
}

/** A row cannot be compared with values of two classes, unless it equals a value. */
function writeList<Query>(given: Omit<Compared, 'group'>, writer: Writer<Query>): Form<Query> {
  const classes = [...new Set(given.values.map(classify))]
  const groups = classes.filter((group) => group > NULL)
  const forms = groups.map((group) =>
    writeGroup(
      { ...given, group, values: given.values.filter((value) => classify(value) === group) },
      writer,
    ),
  )
  const [form] = forms
  if (!form) return writeConstant(writer, classes)
  const yes =
    forms.length > 1
      ? writer.join(
          'or',
          forms.map((each) => each.yes),
        )
      : form.yes
  if (classes.includes(0)) return { yes, no: writer.join('or', []) }
  return { yes, no: forms.length > 1 ? mismatch(given.attribute, writer).no : form.no }
}

/** Of values that no row equals: null, and values that cannot be compared. */
const writeConstant = <Query>(writer: Writer<Query>, classes: readonly number[]): Form<Query> => ({
  yes: writer.join('or', []),
  no: writer.join(classes.includes(0) ? 'or' : 'and', []),
})

const writeGroup = <Query>(compared: Compared, writer: Writer<Query>): Form<Query> =>
  compared.group >= NUMBER || !/^[lg]/.test(compared.op)
    ? writer.compare(compared)
    : writeConstant(writer, [0])

/** Of a value whose class is not the class of the attribute: only null can be compared with it. */
export const mismatch = <Query>(attribute: string, writer: Writer<Query>): Form<Query> => ({
  yes: writer.join('or', []),
  no: writer.isNull(attribute).yes,
})

/** Joins queries, and decides the result if `all` or `none` does. */
export const joiner =
  <Query>(
    all: Query,
    none: Query,
    write: (op: 'and' | 'or', queries: readonly Query[]) => Query,
  ): Writer<Query>['join'] =>
  (op, queries) => {
    const [neutral, decisive] = op === 'and' ? [all, none] : [none, all]
    const parts = queries.filter((query) => query !== neutral)
    if (parts.includes(decisive)) return decisive
    return parts.length > 1 ? write(op, parts) : (parts[0] ?? neutral)
  }
