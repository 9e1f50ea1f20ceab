import {
  type Compared,
  type Form,
  type PrintInner,
  type Writer,
  joiner,
  mismatch,
} from '../engine/printer/printer.ts'
import { type Comparison, type Search, type Sibling, isSearch } from '../engine/conditions/condition.ts'
import { BOOLEAN, readTime } from '../engine/conditions/value.ts'
import { type ComparedField, compareField } from './fields.ts'
import type { PrismaField, PrismaSchema } from './schema.ts'
import { fitValue, longestList } from './values.ts'

/** A `where` object of Prisma. */
export type PrismaWhere = Readonly<Record<string, unknown>>

interface Mapping {
  readonly schema: PrismaSchema
  readonly model: string
  readonly binary?: readonly string[]
  readonly fields?: (model: string, field: string) => unknown
}

const ALL: PrismaWhere = {}

const SORTED = /^(?:String|Int|BigInt|Float|Decimal|DateTime)$/

/** Selects no rows. Prisma ignores `{ OR: [] }` inside of `AND`, and selects all rows. */
function selectNone(fields: Readonly<Record<string, PrismaField>>): PrismaWhere {
  const name = Object.keys(fields).find((each) => {
    const { type, isList } = fields[each] as PrismaField
    return SORTED.test(type) && !isList
  })
  return name === undefined ? { OR: [] } : { [name]: { in: [] } }
}

const opposites = { lt: 'gte', lte: 'gt', gt: 'lte', gte: 'lt' } as const

/**
 * Writes queries about the fields of a model. Prisma negates the query inside of `every`: if `isTotal`, the queries are
 * false, and not unknown, for null.
 */
export function modelWriter(
  { schema, model, binary = [], fields: refer }: Mapping,
  isTotal = false,
): Writer<PrismaWhere> {
  const fields = schema.models[model] ?? {}
  const none = selectNone(fields)
  const join = joiner(ALL, none, (op, queries) => ({ [op.toUpperCase()]: queries }))
  const findField = (attribute: string) => fields[attribute] as PrismaField

  const isNull = (attribute: string): Form<PrismaWhere> => {
    const { type, isRequired, isList } = findField(attribute)
    if (isRequired || isList) return { yes: none, no: ALL }
    if (Object.hasOwn(schema.models, type))
      return { yes: { [attribute]: { is: null } }, no: { [attribute]: { isNot: null } } }
    return { yes: { [attribute]: null }, no: { [attribute]: { not: null } } }
  }

  const writer: Writer<PrismaWhere> = { join, isNull, compare, compareSiblings, is, some }
  return writer

  function is(attribute: string, negated: boolean, print: PrintInner<PrismaWhere>): PrismaWhere {
    const { yes: empty, no: filled } = isNull(attribute)
    const inside = wrap(attribute, 'is', filled, isTotal, print)
    return negated ? join('or', [inside, empty]) : inside
  }

  function some(attribute: string, negated: boolean, print: PrintInner<PrismaWhere>): PrismaWhere {
    return negated
      ? wrap(attribute, 'every', ALL, true, print)
      : wrap(attribute, 'some', { [attribute]: { some: {} } }, false, print)
  }

  /** A query about related rows. `all` takes its place if the inner query selects all of them. */
  function wrap(
    attribute: string,
    quantifier: 'is' | 'some' | 'every',
    all: PrismaWhere,
    isInnerTotal: boolean,
    print: PrintInner<PrismaWhere>,
  ): PrismaWhere {
    const innerWriter = modelWriter(
      { schema, model: findField(attribute).type, binary, ...(refer && { fields: refer }) },
      isInnerTotal,
    )
    const inner = print(innerWriter)
    if (inner === ALL) return all
    if (inner !== innerWriter.join('or', [])) return { [attribute]: { [quantifier]: inner } }
    return quantifier === 'every' ? { [attribute]: { none: {} } } : none
  }

  function compare(compared: Compared): Form<PrismaWhere> {
    const { attribute, group } = compared
    const field = findField(attribute)
    const type = compareField(field, schema, binary.includes(`${model}.${attribute}`)) as ComparedField
    if (compared.op === 'contains')
      return field.isList ? contain(compared, type) : mismatch(attribute, writer)
    if (field.isList || type.group !== group) return mismatch(attribute, writer)
    const { yes, no } = compared.op === 'in' ? equal(compared, type) : relate(compared, type)
    return complete(attribute, yes, no)
  }

  /** Null satisfies the negation of each comparison. */
  function complete(attribute: string, yes: PrismaWhere, no: PrismaWhere): Form<PrismaWhere> {
    const { yes: empty, no: filled } = isNull(attribute)
    return { yes: isTotal ? join('and', [yes, filled]) : yes, no: join('or', [no, empty]) }
  }

  /** Null in one of the fields satisfies the negation. */
  function compareSiblings({ attribute, op }: Comparison, { attribute: other }: Sibling): Form<PrismaWhere> {
    const test = { [attribute]: { [op === 'eq' ? 'equals' : op]: refer?.(model, other) } }
    const form = complete(attribute, test, { NOT: test })
    const { yes: isEmpty, no: isFilled } = isNull(other)
    return { yes: isTotal ? join('and', [form.yes, isFilled]) : form.yes, no: join('or', [form.no, isEmpty]) }
  }

  /** Prisma passes the wildcards of `like` on. */
  function search(attribute: string, op: Search, value: unknown): Form<PrismaWhere> {
    const pattern = String(value).replaceAll(/[\\%_]/g, '\\$&')
    const yes = { [attribute]: { [op === 'includes' ? 'contains' : op]: pattern } }
    return { yes, no: { NOT: yes } }
  }

  function relate(compared: Compared, type: ComparedField): Form<PrismaWhere> {
    const { attribute, op, values } = compared
    const near = fitValue(op, values[0], type, schema.provider)
    if (typeof near === 'boolean')
      return near ? { yes: isNull(attribute).no, no: none } : { yes: none, no: isNull(attribute).no }
    const [nearOp, value] = near
    if (nearOp === 'eq') return equal(compared, type)
    if (isSearch(nearOp)) return search(attribute, nearOp, value)
    const order = nearOp as keyof typeof opposites
    return { yes: { [attribute]: { [order]: value } }, no: { [attribute]: { [opposites[order]]: value } } }
  }

  function equal({ attribute, op, values }: Compared, type: ComparedField): Form<PrismaWhere> {
    const possible = values.flatMap((value) => {
      const near = fitValue(op, value, type, schema.provider)
      return typeof near === 'boolean' ? [] : [near[1]]
    })
    if (possible.length > longestList(schema.provider)) return { yes: none, no: none }
    if (possible.length === 0) return { yes: none, no: isNull(attribute).no }
    if (type.hasMicroseconds) return equalTimes(attribute, possible)
    const [value, ...others] = new Set(possible)
    if (others.length === 0)
      return { yes: { [attribute]: { equals: value } }, no: { [attribute]: { not: value } } }
    // Prisma has no `in` for booleans, of which there are two.
    return type.group === BOOLEAN
      ? { yes: isNull(attribute).no, no: none }
      : { yes: { [attribute]: { in: possible } }, no: { [attribute]: { notIn: possible } } }
  }

  /** JavaScript cuts off the microseconds of a time. */
  function equalTimes(attribute: string, times: readonly unknown[]): Form<PrismaWhere> {
    const spans = times.map((time) => [time, new Date(readTime(time) + 1)])
    return {
      yes: join(
        'or',
        spans.map(([gte, lt]) => ({ [attribute]: { gte, lt } })),
      ),
      no: join(
        'and',
        spans.map(([lt, gte]) => ({ OR: [{ [attribute]: { lt } }, { [attribute]: { gte } }] })),
      ),
    }
  }

  /** Prisma reads a list that is null as an empty list. */
  function contain({ attribute, op, group, values }: Compared, type: ComparedField): Form<PrismaWhere> {
    const isMissing = { [attribute]: { equals: null } }
    if (type.group !== group)
      return { yes: none, no: join('or', [{ [attribute]: { isEmpty: true } }, isMissing]) }
    const near = fitValue(op, values[0], type, schema.provider)
    if (typeof near === 'boolean') return { yes: none, no: ALL }
    const has = { [attribute]: { has: near[1] } }
    return {
      yes: isTotal ? join('and', [has, { NOT: isMissing }]) : has,
      no: join('or', [{ NOT: has }, isMissing]),
    }
  }
}
