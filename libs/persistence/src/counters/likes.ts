import {
  builtInModel,
  type ContentModel,
  type RecordId,
  type RecordType,
  type UserId,
} from '@content-service/domain'
import { findLikes, LIKES } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../statements/rows.ts'
import { execute, type Sql } from '../statements/sql.ts'

/** Where the likes of a type are: articles have the table of a release, and all declared types share one. */
interface LikeTable {
  readonly name: Sql
  /** The column with the id of the record. */
  readonly record: Sql
  /** The condition of the rows of the type. */
  readonly isOfType: Sql
  /** The columns that only the shared table has, with their values. */
  readonly more: { readonly columns: Sql; readonly values: Sql }
}

const findTable = (type: RecordType): LikeTable => {
  const { collection, attribute } = findLikes(type)
  const isShared = type.custom === null
  return {
    name: sql.table(toSnakeCase(collection)),
    record: sql.ref(toSnakeCase(attribute)),
    isOfType: isShared ? sql`type = ${sql.lit(type.name)}` : sql`true`,
    more: isShared
      ? { columns: sql`, type`, values: sql`, ${sql.lit(type.name)}` }
      : { columns: sql``, values: sql`` },
  }
}

const COUNTER = sql.ref(LIKES)

/** A record of a type, and a user. */
export interface Pair {
  readonly id: RecordId
  readonly user: UserId
}

/**
 * C4.6: adds a like and counts it, unless the user likes the record already. The record is locked, so that no process deletes it
 * meanwhile: the shared table has no foreign key to it.
 */
export const createLikeStatement = (type: RecordType, { id, user }: Pair, at: Date): Sql => {
  const { name, record, more } = findTable(type)
  return sql`with liked as (
      insert into ${name} (${record}, user_id, created_at${more.columns}) values (${id}, ${user}, ${at}${more.values})
      on conflict do nothing returning user_id
    ) update ${sql.table(type.plural)} set ${COUNTER} = ${COUNTER} + 1 where id = ${id} and exists (select from liked)`
}

/** A like that another service has counted. */
export interface MovedLike extends Pair {
  readonly at: Date
}

/** C17.10: adds likes of records that are locked, and counts those that are new. */
export const createLikesStatement = (type: RecordType, likes: readonly MovedLike[]): Sql => {
  const { name, record, more } = findTable(type)
  const records = sql.table(type.plural)
  return sql`with liked as (
      insert into ${name} (${record}, user_id, created_at${more.columns})
      select id, "user", at${more.values}
      from json_to_recordset(${JSON.stringify(likes)}::json) as given (id uuid, "user" integer, at timestamptz(3))
      on conflict do nothing returning ${record} as id
    ) update ${records} set ${COUNTER} = ${COUNTER} + counted.added
    from (select id, count(*)::integer as added from liked group by id) counted where ${records}.id = counted.id`
}

/** The pairs that like records already. */
export const selectLikes = (type: RecordType, pairs: readonly Pair[]): Sql<Pair> => {
  const { name, record, isOfType } = findTable(type)
  return sql<Pair>`select l.${record} as id, l.user_id as "user" from ${name} l
    join json_to_recordset(${JSON.stringify(pairs)}::json) as given (id uuid, "user" integer)
      on l.${record} = given.id and l.user_id = given."user" where ${isOfType}`
}

export const createUnlikeStatement = (type: RecordType, { id, user }: Pair): Sql => {
  const { name, record } = findTable(type)
  return sql`with unliked as (delete from ${name} where ${record} = ${id} and user_id = ${user} returning user_id)
    update ${sql.table(type.plural)} set ${COUNTER} = ${COUNTER} - 1 where id = ${id} and exists (select from unliked)`
}

/** Locks the account of a like before its record, in the order in which the deletion of an account locks both. */
export const lockLiker = (user: UserId): Sql => sql`select id from users where id = ${user} for key share`

/** Locks the records before their likes, as likes do, in the order of their ids. */
const createTakeBack = (type: RecordType, user: UserId): Sql => {
  const { name, record, isOfType } = findTable(type)
  const records = sql.table(type.plural)
  return sql`with locked as (
      select id from ${records} where id in (select ${record} from ${name} where user_id = ${user} and ${isOfType})
      order by id for no key update
    ), gone as (
      delete from ${name} where user_id = ${user} and ${record} in (select id from locked) returning ${record} as id
    ) update ${records} set ${COUNTER} = ${COUNTER} - 1 where id in (select id from gone)`
}

const listLiked = ({ types }: ContentModel): readonly RecordType[] =>
  types.filter(({ takesLikes }) => takesLikes)

/**
 * C3.5: removes the likes of a deleted user. The model can have left out a type of the service for a while (C15.23).
 */
export const takeBackLikes = async (
  em: SqlEntityManager,
  model: ContentModel,
  user: UserId,
): Promise<void> => {
  const types = new Map([builtInModel, model].flatMap(listLiked).map((type) => [type.plural, type]))
  for (const type of types.values()) await execute(em, createTakeBack(type, user))
}

/** Deletes the likes of deleted records. A table of its own has a foreign key that does so. */
export const deleteLikes = async (
  em: SqlEntityManager,
  type: RecordType,
  ids: readonly (string | number)[],
): Promise<void> => {
  if (type.custom !== null) return
  const { name, record, isOfType } = findTable(type)
  await execute(em, sql`delete from ${name} where ${record} = any(${ids}) and ${isOfType}`)
}

/** Counts the records of all types that show a wrong number of likes. */
export const countMiscounted = (model: ContentModel): readonly Sql[] =>
  listLiked(model).map((type) => {
    const { name, record, isOfType } = findTable(type)
    return sql`(select count(*) from ${sql.table(type.plural)} r
      left join (select ${record} as id, count(*) as count from ${name} where ${isOfType} group by ${record}) l on l.id = r.id
      where r.${COUNTER} <> coalesce(l.count, 0))`
  })

/** Counts likes whose record does not exist. */
export const countLostLikes = (model: ContentModel): readonly Sql[] =>
  listLiked(model).map((type) => {
    const { name, record, isOfType } = findTable(type)
    return sql`(select count(*) from ${name} l where ${isOfType}
      and not exists (select from ${sql.table(type.plural)} r where r.id = l.${record}))`
  })
