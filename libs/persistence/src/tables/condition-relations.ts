import type { Relation, Relations, TableRelation } from '@content-service/authz/sql'
import type { Relation as Link } from '@content-service/domain/internal/model'
import type { Sql } from '../statements/sql.ts'

/** The parts of a table that conditions use. */
interface RelatedTable {
  readonly source: Sql
  readonly relations: Relations
  column(alias: string, attribute: string): Sql
  relation(name: string): RelatedLink
}

interface RelatedLink extends Pick<Link, 'kind' | 'here' | 'there'> {
  readonly to: RelatedTable
  readonly through?: { readonly table: RelatedTable; readonly from: string; readonly into: string }
}

const columnOf =
  (table: RelatedTable): NonNullable<TableRelation['column']> =>
  (name, alias) => ({ value: table.column(alias, name) })

const createRelation = (from: RelatedTable, name: string): Relation => {
  const { to, kind, here, there, through } = from.relation(name)
  const related = { table: { value: to.source }, to: kind, column: columnOf(to) }
  const relation: TableRelation = through
    ? {
        ...related,
        on: { [through.into]: there },
        through: {
          table: { value: through.table.source },
          on: { [here]: through.from },
          column: columnOf(through.table),
        },
      }
    : { ...related, on: { [here]: there } }
  return Object.defineProperty(relation, 'relations', { get: () => to.relations })
}

/** The relations of a table for conditions. Each is made when a condition names it: two types can link to each other. */
export const createConditionRelations = (names: readonly string[], from: RelatedTable): Relations => {
  const relations = {}
  for (const name of names) {
    let made: Relation | undefined
    Object.defineProperty(relations, name, {
      enumerable: true,
      get: () => (made ??= createRelation(from, name)),
    })
  }
  return relations
}
