import type { ContentModel, RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { findRows, type Sql } from '../../statements/sql.ts'
import { selectVisible } from '../../tables/visible-rows.ts'

/** The name of a record of a declared type in a line; the alias names the record. */
export const nameSql = ({ uniqueAttribute, hasRef }: RecordType, alias: string): Sql =>
  !hasRef && uniqueAttribute !== null
    ? sql.ref(`${alias}.${toSnakeCase(uniqueAttribute)}`)
    : sql`coalesce(${sql.ref(`${alias}.ref`)}, ${sql.ref(`${alias}.id`)}::text)`

type Id = string | number
type Named = Pick<RecordType, 'name'>

/** The names of records in lines, for the ids that a page of an export has. */
export class RecordNames {
  readonly #model: ContentModel
  readonly #asked = new Map<string, Set<Id>>()
  readonly #names = new Map<string, string>()

  constructor(model: ContentModel) {
    this.#model = model
  }

  /** Asks for a name, which `load` reads. */
  ask({ name }: Named, id: Id): void {
    const ids = this.#asked.get(name) ?? new Set()
    this.#asked.set(name, ids.add(id))
  }

  /** Reads the names, with one statement for each type. */
  async load(em: SqlEntityManager): Promise<void> {
    for (const [name, ids] of this.#asked) {
      const type = this.#model.typeNamed(name)
      const rows = await findRows(
        em,
        // A type with one record has no names.
        sql<{
          id: Id
          name: string
        }>`select t.id, ${type.isSingle ? sql`t.id::text` : nameSql(type, 't')} as name
          from ${selectVisible(this.#model, type)} t where t.id = any(${[...ids]})`,
      )
      for (const row of rows) this.#names.set(`${name} ${row.id}`, row.name)
    }
  }

  /** Null for a record that is gone. */
  find({ name }: Named, id: Id): string | null {
    return this.#names.get(`${name} ${id}`) ?? null
  }
}
