import { randomInt } from 'node:crypto'
import type { ContentModel, RecordType, UserId } from '@content-service/domain'
import {
  hasLinks,
  leadsToUser,
  mapPartLinks,
  type Field,
  type ManyLink,
} from '@content-service/domain/internal/model'
import type { Erasure, ErasureStore } from '@content-service/domain/internal/personal-data'
import { listLinkedUsers } from '@content-service/domain/internal/visibility'
import { sql } from 'kysely'
import { columns, type Sql } from '../statements/sql.ts'
import { forgetInKept } from './forget-kept.ts'
import { SqlStore } from '../session/sql-store.ts'

const LARGEST = 2_147_483_647
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The ids of some rows of the table from before the erasure. */
const selectEarlierIds = (table: string, condition: Sql, { at }: Erasure, atMost: number): Sql =>
  sql`select id from ${sql.table(table)} where ${condition} and at <= ${at} limit ${atMost}`

/** Replaces the actor, the key and the address of entries, because key and address also identify the person. */
const forgetActor = (erasure: Erasure, atMost: number): Sql => sql`update audit_entries
  set actor_id = ${erasure.pseudonym}, address = null, credential = split_part(credential, ' ', 1)
  where id in (${selectEarlierIds('audit_entries', sql`actor_id = ${erasure.userId}`, erasure, atMost)})`

const forgetObject = (erasure: Erasure, atMost: number): Sql => {
  const isAbout = sql`resource in ('users', 'second-factors') and resource_id = ${String(erasure.userId)}`
  return sql`update audit_entries set resource_id = ${String(erasure.pseudonym)}
    where id in (${selectEarlierIds('audit_entries', isAbout, erasure, atMost)})`
}

/** Removes the events about the user, except for the deletion. */
const forgetEvents = (erasure: Erasure, atMost: number): Sql => {
  const isAbout = sql`resource = 'users' and resource_id = ${String(erasure.userId)} and type <> 'user.deleted'`
  return sql`delete from events where id in (${selectEarlierIds('events', isAbout, erasure, atMost)})`
}

/** Earlier events name the erased user in a link: this statement replaces the user by the ghost (C3.5). */
const forgetMember = (member: string, erasure: Erasure, atMost: number, among = sql`true`): Sql => {
  // PostgreSQL uses the index on this expression only if the member is a literal.
  const isTheirs = sql`(data ->> ${sql.lit(member)})::integer = ${erasure.userId}`
  return sql`update events set data = jsonb_set(data, ${[member]}, '1')
    where id in (${selectEarlierIds('events', sql`${among} and ${isTheirs}`, erasure, atMost)})`
}

/** C14.2: earlier events name the erased user among the links to many users. */
const forgetListed = (
  { plural }: RecordType,
  { attribute }: ManyLink,
  [erasure, atMost]: readonly [Erasure, number],
): Sql => {
  const ids = sql`data -> ${sql.lit(attribute)}`
  const isTheirs = sql`resource = ${sql.lit(plural)} and ${ids} @> ${JSON.stringify([erasure.userId])}::jsonb`
  const others = sql`(select coalesce(jsonb_agg(id order by place), '[]') from jsonb_array_elements(${ids})
    with ordinality as linked (id, place) where id <> to_jsonb(${erasure.userId}::integer))`
  return sql`update events set data = jsonb_set(data, ${[attribute]}, ${others})
    where id in (${selectEarlierIds('events', isTheirs, erasure, atMost)})`
}

interface KeptEvent {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

/** C16.1: an event whose parts link to the erased user no longer; null if they did not. */
const forgetUser = ({ attributes }: RecordType, { id, data }: KeptEvent, user: UserId): KeptEvent | null => {
  const kept = mapPartLinks(attributes, data, ({ field, id: linked }) =>
    leadsToUser(field) && linked === user ? null : linked,
  )
  return kept === data ? null : { id, data: kept }
}

/** The events of a type whose parts have the number of the user: that of a link, or another one. */
const selectWithNumber = (
  { plural, attributes }: RecordType,
  { userId, at }: Erasure,
  { after, atMost }: { readonly after: string; readonly atMost: number },
): Sql<KeptEvent> => {
  const path = `$.** ? (@ == ${userId})`
  const names = Object.keys(attributes).filter((name) => hasLinks(attributes[name] as Field))
  const hasNumber = names.map((name) => sql`jsonb_path_exists(data -> ${sql.lit(name)}, ${path}::jsonpath)`)
  return sql<KeptEvent>`select id, data from events
    where resource = ${plural} and at <= ${at} and id > ${after} and (${sql.join(hasNumber, sql` or `)})
    order by id limit ${atMost}`
}

const replaceData = (events: readonly KeptEvent[]): Sql => sql`update events e set data = given.data
  from json_to_recordset(${JSON.stringify(events)}::json) as given (id uuid, data jsonb) where e.id = given.id`

const BUILT_IN_OWNERS = ['ownerId', 'authorId', 'articleOwnerId']

/** The owner, the linked users and the owners of linked records in the events of a declared type. */
const forgetLinks = (
  model: ContentModel,
  { plural, links, permissions }: RecordType,
  forget: (member: string, among: Sql) => Sql,
): readonly Sql[] => {
  const users = links.flatMap(({ attribute, field }) => (leadsToUser(field) ? [attribute] : []))
  const members = [...users, ...listLinkedUsers({ model, policy: model.policy }, permissions.read)]
  return members
    .filter((member) => !BUILT_IN_OWNERS.includes(member))
    .map((member) => forget(member, sql`resource = ${sql.lit(plural)}`))
}

export class SqlErasureStore extends SqlStore implements ErasureStore {
  /** Pseudonyms are negative, because ids of users are positive (C2.1). */
  nextPseudonym(): number {
    return -randomInt(1, LARGEST)
  }

  pending(atMost: number): Promise<readonly Erasure[]> {
    return this.session.findRows(
      sql`select ${columns('userId', 'pseudonym', 'at')} from erasures order by at limit ${atMost}`,
    )
  }

  async forget(erasure: Erasure, atMost: number): Promise<number> {
    const { model } = this.session.tables
    const forgetOne = (member: string, among: Sql) => forgetMember(member, erasure, atMost, among)
    const statements = [
      forgetActor(erasure, atMost),
      forgetObject(erasure, atMost),
      forgetEvents(erasure, atMost),
      ...BUILT_IN_OWNERS.map((member) => forgetMember(member, erasure, atMost)),
      ...model.types.flatMap((type) => forgetLinks(model, type, forgetOne)),
      ...model.types.flatMap((type) =>
        type.manyLinks
          .filter(({ field }) => leadsToUser(field))
          .map((link) => forgetListed(type, link, [erasure, atMost])),
      ),
    ]
    let found = 0
    for (const statement of statements) found += await this.session.execute(statement)
    const linking = model.types.filter(({ partLinks }) =>
      partLinks.some(({ field }) => field.toMany.isNumbered),
    )
    for (const type of linking) found += await this.#forgetInParts(type, erasure, atMost)
    return found + (await forgetInKept(this.session, model, erasure.userId))
  }

  /** C16.1: earlier events name the erased user in links of parts: they lead nowhere afterwards. */
  async #forgetInParts(type: RecordType, erasure: Erasure, atMost: number): Promise<number> {
    let changed = 0
    for (let after = FIRST_ID; ;) {
      const events = await this.session.findRows(selectWithNumber(type, erasure, { after, atMost }))
      const kept = events.flatMap((event) => forgetUser(type, event, erasure.userId) ?? [])
      changed += kept.length
      if (kept.length > 0) await this.session.execute(replaceData(kept))
      const last = events.at(-1)
      if (last === undefined || events.length < atMost) return changed
      after = last.id
    }
  }

  async finish({ pseudonym }: Erasure): Promise<void> {
    await this.session.execute(sql`delete from erasures where pseudonym = ${pseudonym}`)
  }
}
