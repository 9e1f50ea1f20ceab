import { builtInModel, type ContentModel, type RecordType, type UserId } from '@content-service/domain'
import { SCHEDULED_BY, SCHEDULED_FOR, type DueRecord } from '@content-service/domain/internal/model'
import { GHOST_ID } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { columns, execute, type Sql } from '../../statements/sql.ts'
import { knownSql } from '../../tables/known-rows.ts'
import { selectVisible } from '../../tables/visible-rows.ts'

const [TIME, PERSON] = [sql.ref(toSnakeCase(SCHEDULED_FOR)), sql.ref(toSnakeCase(SCHEDULED_BY))]

/** The place of a record among those of its owner. Records of a type without owners have one turn. */
const writeTurn = ({ ownerAttribute }: RecordType): Sql =>
  ownerAttribute === null
    ? sql`1`
    : sql`row_number() over (partition by ${sql.ref(toSnakeCase(ownerAttribute))} order by ${TIME})`

const selectOwner = ({ ownerAttribute }: RecordType): Sql =>
  ownerAttribute === null ? sql`null::integer` : sql.ref(toSnakeCase(ownerAttribute))

/** The records to publish. */
interface Due {
  readonly now: Date
  readonly atMost: number
  readonly without: readonly unknown[]
}

/** C17.2: the records that are due, by turns. Two workers publish different records. */
export const selectDue = (
  model: ContentModel,
  type: RecordType,
  { now, atMost, without }: Due,
): Sql<DueRecord> => {
  const table = sql.table(type.plural)
  const known = knownSql(type) ?? sql`true`
  return sql<DueRecord>`select id, ${columns(SCHEDULED_BY)}, ${selectOwner(type)} as "ownerId" from ${table} join (
      select id, ${writeTurn(type)} as turn from ${selectVisible(model, type)} ${table}
      where ${TIME} <= ${now} and ${known} and id <> all(${without}::uuid[])
    ) due using (id) where ${TIME} <= ${now}
    order by turn, ${TIME}, id limit ${atMost} for update of ${table} skip locked`
}

const listScheduled = ({ types }: ContentModel): readonly RecordType[] =>
  types.filter(({ schedule }) => schedule !== null)

/**
 * C17.2: the ghost may publish nothing, so that the service drops the schedules of a person when their time comes. The model can
 * have left out a type of the service for a while (C15.23).
 */
export const giveUpSchedules = async (
  em: SqlEntityManager,
  model: ContentModel,
  user: UserId,
): Promise<void> => {
  const tables = new Set([model, builtInModel].flatMap(listScheduled).map(({ plural }) => plural))
  for (const plural of tables)
    await execute(em, sql`update ${sql.table(plural)} set ${PERSON} = ${GHOST_ID} where ${PERSON} = ${user}`)
}

/** Counts the records of all types that have a schedule in a state in which no schedule publishes them. */
export const countScheduledOtherwise = (model: ContentModel): readonly Sql[] =>
  listScheduled(model).map((type) => {
    const [state = ''] = Object.keys(type.attributes).filter(
      (name) => type.attributes[name]?.kind === 'state',
    )
    return sql`(select count(*) from ${sql.table(type.plural)}
      where ${TIME} is not null and ${sql.ref(toSnakeCase(state))} <> all(${type.schedule?.from ?? []}))`
  })
