import { matcher, type Condition, type Reference } from '@content-service/authz'
import { fold } from '@content-service/authz/fold'
import type { Collection, Relation } from '../../model/collections.ts'
import type { ContentModel } from '../../model/content-model.ts'
import { isKnown } from '../../model/known-values.ts'
import { JOINED } from '../../model/links/many-links.ts'
import type { Window } from '../../reading/page.ts'
import type { PlanCache } from '../../reading/plan-cache.ts'
import {
  type Order,
  type PreparedQuery,
  type Query,
  type Reader,
  type ReferenceValues,
  type RelatedSelection,
  type Row,
  type Selection,
  type Times,
} from '../../reading/reading.ts'
import { readField } from './memory-facts.ts'
import type { MemoryTables } from './memory-tables.ts'

type Comparable = string | number | Date

/** Texts are compared by code points, as PostgreSQL does with the collation "C". */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const compareValues = (a: unknown, b: unknown, isText: boolean): number => {
  // Rows without a value come last in both directions.
  if (a === null || b === null) return 0
  // Only texts are compared in their folded form, and not states.
  if (typeof a === 'string' && typeof b === 'string')
    return (isText && compareTexts(fold(a), fold(b))) || compareTexts(a, b)
  return (a as Comparable) < (b as Comparable) ? -1 : (a as Comparable) > (b as Comparable) ? 1 : 0
}

type RowTest = (row: Row) => boolean
const isAny: RowTest = () => true

/** The place of a record among the links of its parent. */
type PlaceOf = (id: unknown) => number

const byOrder =
  (orderBy: readonly Order[], placeOf: PlaceOf) =>
  (a: Row, b: Row): number => {
    for (const { by, direction, isText = false, isPlace = false } of orderBy) {
      if (isPlace) return placeOf(a[by]) - placeOf(b[by])
      const nulls = Number(a[by] === null) - Number(b[by] === null)
      if (nulls !== 0) return nulls
      const compared = compareValues(a[by], b[by], isText)
      if (compared !== 0) return direction === 'ASC' ? compared : -compared
    }
    return 0
  }

const bindValue = (value: unknown, values: ReferenceValues): unknown => {
  if (Array.isArray(value)) return value.map((each) => bindValue(each, values))
  const name = (value as Partial<Reference> | null | undefined)?.subject
  return name === undefined ? value : values[name]
}

const bindCondition = (condition: Condition, values: ReferenceValues): Condition => {
  if ('conditions' in condition)
    return { ...condition, conditions: condition.conditions.map((each) => bindCondition(each, values)) }
  if ('condition' in condition) return { ...condition, condition: bindCondition(condition.condition, values) }
  // A filter has the conditions of the permission in its place.
  if (condition.op === 'may') return condition
  return { ...condition, value: bindValue(condition.value, values) } as Condition
}

const bindRow = (row: Row, values: ReferenceValues): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bindValue(value, values)]))

const bindRelated = (related: RelatedSelection, values: ReferenceValues): RelatedSelection => ({
  ...related,
  ...(related.where && { where: bindCondition(related.where, values) }),
  ...(related.tallies && {
    tallies: related.tallies.map((each) => ({ ...each, where: bindCondition(each.where, values) })),
  }),
  select: bindSelection(related.select, values),
})

const bindSelection = ({ fields, related = [] }: Selection, values: ReferenceValues): Selection => ({
  fields,
  related: related.map((each) => bindRelated(each, values)),
})

/** The same rows with texts in the place of dates, at all depths. */
const writeTimes = (rows: readonly Row[]): readonly Row[] => JSON.parse(JSON.stringify(rows))

/** Reads the same queries as the SQL reader, from maps. */
export class MemoryReader implements Reader {
  readonly plans: PlanCache
  readonly source = null
  readonly #tables: MemoryTables

  readonly #model: ContentModel

  constructor(tables: MemoryTables, model: ContentModel) {
    this.plans = tables.plans
    this.#tables = tables
    this.#model = model
  }

  async find({ from, where, select, ...list }: Query): Promise<readonly Row[]> {
    return chooseRows(this.matching(from, where), list).map((row) => this.#selected(from, row, select))
  }

  async countEach(
    from: Collection,
    wheres: readonly Condition[],
    atMost: number,
  ): Promise<readonly number[]> {
    return Promise.all(wheres.map((where) => this.count(from, where, atMost)))
  }

  async count(from: Collection, where: Condition, atMost: number): Promise<number> {
    return Math.min(this.matching(from, where).length, atMost)
  }

  prepare(query: Query, times: Times = 'dates'): PreparedQuery {
    const bind = (values: ReferenceValues): Query => ({
      ...query,
      ...(query.after && { after: bindRow(query.after, values) }),
      where: bindCondition(query.where, values),
      select: bindSelection(query.select, values),
    })
    const show = times === 'texts' ? writeTimes : (rows: readonly Row[]) => rows
    return { length: 0, find: async (reader, values) => show(await reader.find(bind(values))) }
  }

  prepareCount({ from, where }: Pick<Query, 'from' | 'where'>, atMost: number): PreparedQuery {
    const count = (reader: Reader, values: ReferenceValues) =>
      reader.count(from, bindCondition(where, values), atMost)
    return { length: 0, find: async (reader, values) => [{ count: await count(reader, values) }] }
  }

  asSearch(): Reader {
    return this
  }

  /** The rows for which the condition holds. */
  matching(from: Collection, where: Condition): readonly Row[] {
    return this.#matching(from, where, isAny)
  }

  /** The tests are made once for all rows, and the cheaper one leaves out most rows of a link. */
  #matching(from: Collection, where: Condition, isLinked: RowTest): readonly Row[] {
    const meets = matcher({ kind: 'when', where })
    return this.#rows(from, isLinked).filter((row) => meets(this.#withRelations(from, row)))
  }

  /** C15.17: the rows that the model knows. */
  #rows(of: Collection, isLinked: RowTest): readonly Row[] {
    const type = this.#model.typeOf(of)
    const rows = this.#tables.rows(of, this.#model).filter(isLinked)
    return (type ? rows.filter((row) => isKnown(type, row)) : rows).map(withDerived)
  }

  /** The row with the records of its relations, which are read when a condition asks for them. */
  #withRelations(of: Collection, row: Row): Row {
    const linked = { ...row }
    for (const [name, relation] of Object.entries(this.#model.relationsOf(of)))
      Object.defineProperty(linked, name, {
        enumerable: true,
        get: () => {
          const found = this.#rows(relation.to, this.#testLink(relation, row)).map((other) =>
            this.#withRelations(relation.to, other),
          )
          return relation.kind === 'many' ? found : (found[0] ?? null)
        },
      })
    return linked
  }

  #selected(from: Collection, row: Row, select: Selection): Row {
    const related = (select.related ?? []).map((each) => [each.as, this.#related(from, row, each)])
    const tallies = (select.related ?? []).flatMap((each) =>
      (each.tallies ?? []).map(({ as, where, atMost }) => [
        as,
        Math.min(this.#linked(from, row, { ...each, where }).length, atMost),
      ]),
    )
    return { ...this.readFields(from, row, select.fields), ...Object.fromEntries([...related, ...tallies]) }
  }

  /** Attributes of a row, and facts of the records to which it links. */
  readFields(from: Collection, row: Row, fields: readonly string[]): Row {
    return Object.fromEntries(fields.map((field) => [field, this.#field(from, row, field)]))
  }

  /** An attribute of the row, or a fact of a linked record: `venue.ownerId`. */
  #field(from: Collection, row: Row, field: string): unknown {
    const [link = '', ...rest] = field.split('.')
    const place = { tables: this.#tables, model: this.#model, of: from }
    if (field in row || rest.length === 0) return readField(place, row, field)
    const record = this.#withRelations(from, row)[link] as Row | null
    const { to } = this.#model.relation(from, link)
    return record && this.#field(to, record, rest.join('.'))
  }

  #linked(from: Collection, row: Row, { relation, where }: RelatedSelection): readonly Row[] {
    const link = this.#model.relation(from, relation)
    return this.#matching(link.to, where ?? { op: 'and', conditions: [] }, this.#testLink(link, row))
  }

  #related(from: Collection, row: Row, related: RelatedSelection): unknown {
    const { to, kind } = this.#model.relation(from, related.relation)
    const rows = this.#linked(from, row, related)
    if (kind === 'one') return rows[0] ? this.#selected(to, rows[0], related.select) : null
    const placeOf = this.#findPlaces(from, row, related)
    return chooseRows(rows, related, placeOf).map((other) => this.#selected(to, other, related.select))
  }

  #findPlaces(from: Collection, row: Row, { relation }: RelatedSelection): PlaceOf {
    const { through } = this.#model.relation(from, relation)
    const pairs = through ? this.#tables.rows(through.collection, this.#model) : []
    return (id) =>
      Number(
        pairs.find((pair) => pair[JOINED.record] === row['id'] && pair[JOINED.linked] === id)?.[JOINED.place],
      )
  }

  /** The test whether another row is linked to the row. */
  #testLink({ here, there, through }: Relation, row: Row): RowTest {
    if (through === undefined) return (other) => row[here] === other[there]
    const pairs = this.#tables.rows(through.collection, this.#model)
    const linked = pairs.flatMap((pair) => (pair[through.from] === row[here] ? [pair[through.into]] : []))
    return (other) => linked.includes(other[there])
  }
}

/** The attributes that follow from others. */
const withDerived = (row: Row): Row => {
  const lists = Object.keys(row).filter((name) => Array.isArray(row[name]))
  return {
    ...row,
    ...('updatedAt' in row && { changedAt: row['updatedAt'] ?? row['createdAt'] }),
    ...Object.fromEntries(lists.map((name) => [`${name}.size`, (row[name] as readonly unknown[]).length])),
  }
}

/** The rows of a list: between two rows, in their order or in the reverse. */
const chooseRows = (
  found: readonly Row[],
  {
    orderBy = [],
    window,
    after,
    before,
    isBackward = false,
  }: Pick<RelatedSelection, 'orderBy' | 'window' | 'after' | 'before' | 'isBackward'>,
  placeOf: PlaceOf = () => 0,
): readonly Row[] => {
  const inOrder = byOrder(orderBy, placeOf)
  const rows = found
    .toSorted(inOrder)
    .filter((row) => !after || inOrder(after, row) < 0)
    .filter((row) => !before || inOrder(row, before) < 0)
  return applyWindow(isBackward ? rows.toReversed() : rows, window)
}

const applyWindow = (rows: readonly Row[], window: Window | undefined): readonly Row[] =>
  window ? rows.slice(window.offset, window.offset + window.limit) : rows
