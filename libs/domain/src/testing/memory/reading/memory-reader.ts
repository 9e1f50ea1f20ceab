import { and, matcher, type Condition } from '@content-service/authz'
import type { Collection, Relation } from '../../../model/collections.ts'
import type { ContentModel } from '../../../model/content-model.ts'
import { isKnown } from '../../../model/fields/known-values.ts'
import type { PlanCache } from '../../../reading/plan-cache.ts'
import type {
  PreparedQuery,
  Query,
  Reader,
  ReferenceValues,
  RelatedSelection,
  Row,
  Selection,
  Times,
} from '../../../reading/reading.ts'
import { type MemoryTables, toRow } from '../memory-tables.ts'
import { listDerived, listStored } from '../records/derived-attributes.ts'
import { bindReferences } from './bind-references.ts'
import { splitWords } from '../../../visibility/lists/words.ts'
import { createWordsTest } from './memory-words.ts'
import { chooseRows, type PlaceOf } from './row-order.ts'

type RowTest = (row: Row) => boolean
const isAny: RowTest = () => true

interface Links {
  readonly isLinked: RowTest
  readonly placeOf: PlaceOf
}

/** The same rows with texts in the place of dates, at all depths. */
const writeTimes = (rows: readonly Row[]): readonly Row[] => JSON.parse(JSON.stringify(rows))

/** An attribute of the row, or a fact of a linked record: `venue.ownerId`. */
const readField = (row: Row, field: string): unknown => {
  const [link = '', ...rest] = field.split('.')
  if (field in row || rest.length === 0) return row[field]
  const linked = row[link] as Row | null | undefined
  return linked && readField(linked, rest.join('.'))
}

const readFields = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.map((field) => [field, readField(row, field)]))

/** Reads the same queries as the SQL reader, from maps. */
export class MemoryReader implements Reader {
  readonly plans: PlanCache
  readonly source = null
  readonly #tables: MemoryTables
  readonly #model: ContentModel
  /** What the rows of a collection have beside their stored attributes: derived attributes and linked records. */
  readonly #parts = new Map<Collection, object>()

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
    const show = times === 'texts' ? writeTimes : (rows: readonly Row[]) => rows
    return {
      length: 0,
      find: async (reader, values) => show(await reader.find(bindReferences(query, values))),
    }
  }

  prepareCount({ from, where }: Pick<Query, 'from' | 'where'>, atMost: number): PreparedQuery {
    const count = (reader: Reader, values: ReferenceValues) =>
      reader.count(from, bindReferences(where, values), atMost)
    return { length: 0, find: async (reader, values) => [{ count: await count(reader, values) }] }
  }

  asSearch(): Reader {
    return this
  }

  /** The rows for which the condition holds. The cheaper test `isLinked` leaves out most rows of a link. */
  matching(from: Collection, where: Condition, isLinked: RowTest = isAny): readonly Row[] {
    const { words, rest } = splitWords(where)
    const meets = matcher({ kind: 'when', where: rest })
    const haveWords = words.map((each) => this.#createWordsTest(from, each))
    return this.#rows(from, isLinked).filter((row) => meets(row) && haveWords.every((has) => has(row)))
  }

  #createWordsTest(of: Collection, words: string): RowTest {
    const searched = this.#model.searches.find(({ from }) => from === of)
    if (searched === undefined) throw new Error(`A search finds no ${of}.`)
    return createWordsTest(searched, words)
  }

  /** The record with these fields: derived attributes, and facts of the records to which it links. */
  withFields<R extends object>(of: Collection, record: R, fields: readonly string[]): R {
    return fields.length === 0 ? record : { ...record, ...readFields(this.#open(of, toRow(record)), fields) }
  }

  /** C15.17: the rows that the model knows. */
  #rows(of: Collection, isLinked: RowTest): readonly Row[] {
    const type = this.#model.typeOf(of)
    return listStored(of, { tables: this.#tables, model: this.#model })
      .filter((row) => isLinked(row) && (type === undefined || isKnown(type, row)))
      .map((row) => this.#open(of, row))
  }

  #open(of: Collection, row: Row): Row {
    const part = this.#parts.get(of) ?? this.#createPart(of)
    this.#parts.set(of, part)
    return Object.setPrototypeOf({ ...row }, part)
  }

  #createPart(of: Collection): object {
    const content = { tables: this.#tables, model: this.#model }
    const relations = Object.entries(this.#model.relationsOf(of)).map(([name, relation]) => {
      const readAll = (row: Row) => this.#rows(relation.to, this.#findLinks(relation, row).isLinked)
      return [name, relation.kind === 'many' ? readAll : (row: Row) => readAll(row)[0] ?? null] as const
    })
    const part = {}
    for (const [name, read] of [...Object.entries(listDerived(of, this.#model)), ...relations])
      Object.defineProperty(part, name, {
        get(this: Row) {
          return read(this, content)
        },
      })
    return part
  }

  #selected(from: Collection, row: Row, { fields, related = [] }: Selection): Row {
    const shown = related.flatMap((each): (readonly [string, unknown])[] => [
      [each.as, this.#related(from, row, each)],
      ...(each.tallies ?? []).map(({ as, where, atMost }) => {
        const { rows } = this.#linked(from, row, { ...each, where })
        return [as, Math.min(rows.length, atMost)] as const
      }),
    ])
    return { ...readFields(row, fields), ...Object.fromEntries(shown) }
  }

  #related(from: Collection, row: Row, related: RelatedSelection): unknown {
    const { to, kind, rows, placeOf } = this.#linked(from, row, related)
    if (kind === 'one') return rows[0] ? this.#selected(to, rows[0], related.select) : null
    return chooseRows(rows, related, placeOf).map((other) => this.#selected(to, other, related.select))
  }

  #linked(from: Collection, row: Row, { relation, where = and() }: RelatedSelection) {
    const { to, kind, ...ends } = this.#model.relation(from, relation)
    const { isLinked, placeOf } = this.#findLinks(ends, row)
    return { to, kind, placeOf, rows: this.matching(to, where, isLinked) }
  }

  /** Which other rows are linked to the row, and the place of each among the links. */
  #findLinks({ here, there, through }: Pick<Relation, 'here' | 'there' | 'through'>, row: Row): Links {
    const value = row[here]
    if (through === undefined) return { isLinked: (other) => value === other[there], placeOf: () => 0 }
    // The pairs of a record are in the order of their places.
    const pairs = this.#rows(through.collection, (pair) => pair[through.from] === value)
    const places = new Map(pairs.map((pair, place) => [pair[through.into], place]))
    return { isLinked: (other) => places.has(other[there]), placeOf: (id) => Number(places.get(id)) }
  }
}
