import type { ContentModel, UserId } from '@content-service/domain'
import {
  isOwner,
  leadsToUser,
  listDraftTypes,
  listRevisionTypes,
  mapPartLinks,
  type KeptType,
} from '@content-service/domain/internal/model'
import { GHOST_ID, isSame } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../session/store-session.ts'
import { execute, findRows, type Sql } from '../statements/sql.ts'
import { findKeptTable } from '../tables/kept-table.ts'

type Values = Readonly<Record<string, unknown>>

interface Kept {
  readonly id: string
  readonly contents: Values
  readonly longContents: Values | null
}

/** A revision or a draft can have 1 MiB of parts, and long texts. */
const AT_ONCE = 20
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const namesUsers = ({ links, manyLinks, partLinks }: KeptType): boolean =>
  links.some(({ field }) => leadsToUser(field)) ||
  [...manyLinks, ...partLinks].some(({ field }) => field.toMany.isNumbered)

/** The values without the user: the ghost is the owner in its place (C3.5), and other links lead nowhere. */
const forgetUser = (type: KeptType, values: Values, user: UserId): Values => {
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

/** The kept values of a type with the number of the user: that of a link, or another one. */
const selectWithNumber = (type: KeptType, user: UserId, after: string): Sql<Kept> => {
  const { name, isOfType, contents } = findKeptTable(type)
  const path = sql`${`$.** ? (@ == ${user})`}::jsonpath`
  const hasNumber = contents.map((column) => sql`jsonb_path_exists(${sql.ref(column)}, ${path})`)
  const long = hasLongContents(type) ? sql`long_contents` : sql`null::jsonb`
  return sql<Kept>`select id, contents, ${long} as "longContents" from ${sql.table(name)}
    where ${isOfType} and id > ${after} and (${sql.join(hasNumber, sql` or `)})
    order by id limit ${AT_ONCE} for update`
}

const hasLongContents = (type: KeptType): boolean => findKeptTable(type).contents.includes('long_contents')

const replaceContents = (type: KeptType, kept: readonly Kept[]): Sql =>
  sql`update ${sql.table(findKeptTable(type).name)} r
    set contents = given.contents${hasLongContents(type) ? sql`, long_contents = given."longContents"` : sql``}
    from json_to_recordset(${JSON.stringify(kept)}::json) as given (id uuid, contents jsonb, "longContents" jsonb)
    where r.id = given.id`

/** The number of revisions or drafts that a step has read and changed, and the last of them. */
interface Step {
  readonly found: number
  readonly changed: number
  readonly last: string | null
}

const forgetSome = async (
  em: SqlEntityManager,
  type: KeptType,
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

const forgetOfType = async (session: StoreSession, type: KeptType, user: UserId): Promise<number> => {
  let changed = 0
  for (let after: string | null = FIRST_ID; after !== null;) {
    const from: string = after
    const step = await session.transaction((em) => forgetSome(em, type, user, from))
    changed += step.changed
    after = step.found < AT_ONCE ? null : step.last
  }
  return changed
}

/**
 * C17.3, C17.6: earlier versions of records, and drafts of others, name the erased user in links. Returns the number of those that
 * it has changed.
 */
export const forgetInKept = async (
  session: StoreSession,
  model: ContentModel,
  user: UserId,
): Promise<number> => {
  let changed = 0
  const types: readonly KeptType[] = [...listRevisionTypes(model.types), ...listDraftTypes(model.types)]
  for (const type of types.filter(namesUsers)) changed += await forgetOfType(session, type, user)
  return changed
}
