import type { ContentModel } from '@content-service/domain'
import { nameLinkedFact } from '@content-service/domain/internal/access'
import {
  listDraftTypes,
  listRevisionTypes,
  type Collection,
  type Relation,
  type SearchedType,
} from '@content-service/domain/internal/model'
import { PlanCache } from '@content-service/domain/internal/reading'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { precompile, type Sql } from '../statements/sql.ts'
import type { Relations } from '@content-service/authz/sql'
import { createConditionRelations } from './condition-relations.ts'
import type { ColumnValue } from './column-values.ts'
import { listKeptLayouts } from './kept-layout.ts'
import { BUILT_IN, createLayout, listJoiningLayouts, type Borrowed, type Layout } from './layouts.ts'

const IDENTIFIER = /^[a-z][A-Za-z0-9]*$/

const findOwn = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** A relation, with its collections as tables. */
export interface TableRelation extends Pick<Relation, 'kind' | 'here' | 'there'> {
  readonly to: Table
  readonly through?: { readonly table: Table; readonly from: string; readonly into: string }
}

/** The table of a collection in statements. */
export class Table {
  readonly long: Readonly<Record<string, number>>
  readonly #of: Collection
  readonly #layout: Layout
  readonly #tables: Tables
  /** Keeps compiled parts, because reads spend most of their own time on making statements. */
  readonly #parts = new Map<string, Sql>()
  #relations: Relations | null = null

  constructor(of: Collection, layout: Layout, tables: Tables) {
    this.long = layout.long ?? {}
    this.#of = of
    this.#layout = layout
    this.#tables = tables
  }

  isDate(attribute: string): boolean {
    const lent = this.#findBorrowed(attribute)
    if (lent) return this.#tables.of(lent.of).isDate(lent.attribute)
    return this.#layout.dates.includes(attribute) || this.#findValue(attribute)?.isDate === true
  }

  /** The type as a search finds it, if it does. */
  get searched(): SearchedType | undefined {
    return this.#tables.model.searches.find(({ from }) => from === this.#of)
  }

  isNullable(attribute: string): boolean {
    return this.#layout.nullable?.has(attribute) ?? false
  }

  /** The SQL of an attribute. Its name comes from the code and never from a request; the check makes sure of this. */
  column(alias: string, attribute: string): Sql {
    return this.#keep(`${alias}.${attribute}`, () => this.#makeColumn(alias, attribute))
  }

  /** The column of a result: an attribute under its name. */
  resultColumn(alias: string, attribute: string): Sql {
    return this.#keep(
      `${alias}.${attribute} as`,
      () => sql`${this.#select(attribute, this.column(alias, attribute))} as ${sql.id(attribute)}`,
    )
  }

  /** The value of a column in a result. */
  #select(attribute: string, column: Sql): Sql {
    return this.#findValue(attribute)?.select(column) ?? column
  }

  #findValue(attribute: string): ColumnValue | undefined {
    const lent = this.#findBorrowed(attribute)
    if (lent) return this.#tables.of(lent.of).#findValue(lent.attribute)
    return findOwn(this.#layout.values ?? {}, attribute)
  }

  /**
   * The rows that the model knows (C15.17), without deleted records that wait for the worker. PostgreSQL plans the table itself
   * with these conditions.
   */
  get source(): Sql {
    const { name, known, visible = sql.id(name) } = this.#layout
    return this.#keep('source', () =>
      known ? sql`(select * from ${visible} ${sql.id(name)} where ${known})` : visible,
    )
  }

  /** The rows of `source` under an alias. */
  under(alias: string): Sql {
    return this.#keep(alias, () => sql`${this.source} ${sql.id(alias)}`)
  }

  #keep(key: string, make: () => Sql): Sql {
    const part = this.#parts.get(key) ?? precompile(make())
    this.#parts.set(key, part)
    return part
  }

  #makeColumn(alias: string, attribute: string): Sql {
    const [make, lent] = [findOwn(this.#layout.derived ?? {}, attribute), this.#findBorrowed(attribute)]
    if (make) return make(alias)
    if (lent) return this.#selectBorrowed(alias, lent)
    if (!IDENTIFIER.test(attribute)) throw new Error(`${this.#of} has no attribute ${attribute}`)
    return sql.id(alias, toSnakeCase(attribute))
  }

  /** An attribute of a linked record: of the layout, or under the name of a link, `venue.ownerId`. */
  #findBorrowed(name: string): Borrowed | undefined {
    const end = name.indexOf('.')
    if (end < 0) return findOwn(this.#layout.borrowed ?? {}, name)
    const relation = findOwn(this.#tables.model.relationsOf(this.#of), name.slice(0, end))
    if (relation?.kind !== 'one') return undefined
    return { of: relation.to, by: relation.here, attribute: name.slice(end + 1) }
  }

  #selectBorrowed(alias: string, { of, by, attribute }: Borrowed): Sql {
    const lender = this.#tables.of(of)
    const inner = `${alias}l`
    return sql`(select ${lender.column(inner, attribute)} from ${lender.under(inner)}
      where ${lender.column(inner, 'id')} = ${this.column(alias, by)})`
  }

  /** Whether a link of the children leads to their parent row. */
  leadsTo(link: string, parent: Table, joined: Pick<Relation, 'here' | 'there'>): boolean {
    return this.findLent(nameLinkedFact(link, 'id'), parent, joined) !== null
  }

  /** The attribute of a parent row that an attribute of its children repeats; null if it belongs to the child. */
  findLent(
    attribute: string,
    parent: Table,
    { here, there }: Pick<Relation, 'here' | 'there'>,
  ): string | null {
    const lent = this.#findBorrowed(attribute)
    return lent && here === 'id' && lent.by === there && this.#tables.of(lent.of) === parent
      ? lent.attribute
      : null
  }

  /** The relations that conditions can name. */
  get relations(): Relations {
    return (this.#relations ??= createConditionRelations(
      Object.keys(this.#tables.model.relationsOf(this.#of)),
      this,
    ))
  }

  relation(name: string): TableRelation {
    const { to, through, ...relation } = this.#tables.model.relation(this.#of, name)
    return {
      ...relation,
      to: this.#tables.of(to),
      ...(through && { through: { ...through, table: this.#tables.of(through.collection) } }),
    }
  }
}

/** The tables of all collections of a model. */
export class Tables {
  readonly model: ContentModel
  readonly plans = new PlanCache()
  readonly #tables: ReadonlyMap<Collection, Table>

  constructor(model: ContentModel) {
    this.model = model
    const declared = model.types.flatMap((type) => [
      [type.plural, createLayout(model, type)] as const,
      ...listJoiningLayouts(type),
    ])
    const kept = [...listRevisionTypes(model.types), ...listDraftTypes(model.types)].flatMap(listKeptLayouts)
    this.#tables = new Map(
      [...Object.entries(BUILT_IN), ...declared, ...kept].map(([of, layout]) => [
        of,
        new Table(of, layout, this),
      ]),
    )
  }

  of(collection: Collection): Table {
    const table = this.#tables.get(collection)
    if (table === undefined) throw new Error(`There is no table of ${collection}.`)
    return table
  }
}
