import type { ContentModel, UserId } from '@content-service/domain'
import {
  isOwner,
  leadsToUser,
  listRevisionTypes,
  mapPartLinks,
  type RevisionType,
} from '@content-service/domain/internal/model'
import { GHOST_ID, isSame } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../session/store-session.ts'
import { execute, findRows, type Sql } from '../statements/sql.ts'
import { findRevisionTable, isOfType } from '../tables/revision-table.ts'

type Values = Readonly<Record<string, unknown>>

interface Kept {
  readonly id: string
  readonly contents: Values
  readonly longContents: Values | null
}

/** A revision can have 1 MiB of parts, and long texts. */
const AT_ONCE = 20
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const namesUsers = ({ links, manyLinks, partLinks }: RevisionType): boolean =>
  links.some(({ field }) => leadsToUser(field)) ||
  [...manyLinks, ...partLinks].some(({ field }) => field.toMany.isNumbered)

/** The values without the user: the ghost is the owner in its place (C3.5), and other links lead nowhere. */
const forgetUser = (type: RevisionType, values: Values, user: UserId): Values => {
  const links = type.links.filter(({ attribute, field }) => leadsToUser(field) && values[attribute] === user)
  const lists = [...type.manyLinks, ...type.partLinks].filter(({ field }) => field.toMany.isNumbered)
  return {
    ...mapPartLinks(type.attributes, values, ({ field, id }) =>
      leadsToUser(field) && id === user ? null : id,
    ),
    ...Object.fromEntries(links.map(({ attribute, field }) => [attribute, isOwner(field) ? GHOST_ID : null])),
    ...Object.fromEntries(
      lists.flatMap(({ attribute }) => {
        const ids = values[attribute]
        return Array.isArray(ids) ? [[attribute, ids.filter((id) => id !== user)]] : []
      }),
    ),
  }
}

/** The revisions of a type with the number of the user: that of a link, or another one. */
const selectWithNumber = ({ keptOf }: RevisionType, user: UserId, after: string): Sql<Kept> => {
  const table = findRevisionTable(keptOf)
  const path = sql`${`$.** ? (@ == ${user})`}::jsonpath`
  return sql<Kept>`select id, contents, long_contents as "longContents" from ${sql.table(table.name)}
    where ${isOfType(table, keptOf)} and id > ${after}
      and (jsonb_path_exists(contents, ${path}) or jsonb_path_exists(long_contents, ${path}))
    order by id limit ${AT_ONCE} for update`
}

const replaceContents = ({ keptOf }: RevisionType, kept: readonly Kept[]): Sql =>
  sql`update ${sql.table(findRevisionTable(keptOf).name)} r
    set contents = given.contents, long_contents = given."longContents"
    from json_to_recordset(${JSON.stringify(kept)}::json) as given (id uuid, contents jsonb, "longContents" jsonb)
    where r.id = given.id`

/** The number of revisions that a step has read and changed, and the last of them. */
interface Step {
  readonly found: number
  readonly changed: number
  readonly last: string | null
}

const forgetSome = async (
  em: SqlEntityManager,
  type: RevisionType,
  user: UserId,
  after: string,
): Promise<Step> => {
  const found = await findRows(em, selectWithNumber(type, user, after))
  const kept = found.flatMap((revision) => {
    const { id, contents, longContents } = revision
    const later = {
      id,
      contents: forgetUser(type, contents, user),
      longContents: longContents && forgetUser(type, longContents, user),
    }
    return isSame(later, revision) ? [] : [later]
  })
  if (kept.length > 0) await execute(em, replaceContents(type, kept))
  return { found: found.length, changed: kept.length, last: found.at(-1)?.id ?? null }
}

const forgetOfType = async (session: StoreSession, type: RevisionType, user: UserId): Promise<number> => {
  let changed = 0
  for (let after: string | null = FIRST_ID; after !== null;) {
    const from: string = after
    const step = await session.transaction((em) => forgetSome(em, type, user, from))
    changed += step.changed
    after = step.found < AT_ONCE ? null : step.last
  }
  return changed
}

/** C17.3: earlier versions of records name the erased user in links. Returns the number of changed revisions. */
export const forgetInRevisions = async (
  session: StoreSession,
  model: ContentModel,
  user: UserId,
): Promise<number> => {
  let changed = 0
  for (const type of listRevisionTypes(model.types).filter(namesUsers))
    changed += await forgetOfType(session, type, user)
  return changed
}
