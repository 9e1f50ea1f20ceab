import type {
  ClaimedExport,
  DataExport,
  ExportId,
  ExportStore,
  PersonalRecord,
  UserId,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import type { StoreSession } from '../store-session.ts'
import { holdUser } from '../users/hold-user.ts'
import { personalRecords } from './personal-records.ts'

const COLUMNS = `id, user_id as "userId", requested_at as "requestedAt", ready_at as "readyAt", expires_at as "expiresAt"`
const NEWEST = `select ${COLUMNS} from data_exports where user_id = ? order by requested_at desc, id desc limit 1`
const FIND = `select ${COLUMNS} from data_exports where id = ?`
const ADD = 'insert into data_exports (id, user_id, requested_at) values (?, ?, ?)'
/** With `in` instead of `=`, PostgreSQL can run the subquery once per row of the table, and claims a row at each run. */
const CLAIM = `update data_exports set attempts = attempts + 1, claimed_until = ? where id = (
    select id from data_exports where ready_at is null and (claimed_until is null or claimed_until <= ?)
    order by requested_at limit 1 for update skip locked
  ) returning id, user_id as "userId", attempts`
const BEGIN_ANEW = 'delete from data_export_parts where export_id = ?'
/** Whoever has claimed it since has counted an attempt more. */
const CLAIMED = 'id = ? and attempts = ? and ready_at is null'
const GO_ON = `update data_exports set claimed_until = ? where ${CLAIMED} returning id`
const APPEND = `insert into data_export_parts (export_id, place, content)
  select ?, count(*), ? from data_export_parts where export_id = ?`
const FINISH = `update data_exports set ready_at = ?, expires_at = ? where ${CLAIMED} returning id`
const PART = 'select content from data_export_parts where export_id = ? and place = ?'
const PURGE_PARTS =
  'delete from data_export_parts where export_id in (select id from data_exports where expires_at <= ?)'
const FORGET = 'delete from data_exports where requested_at < ?'

type Time = string | Date
interface Row extends Pick<DataExport, 'id' | 'userId'> {
  readonly requestedAt: Time
  readonly readyAt: Time | null
  readonly expiresAt: Time | null
}

const timeOrNull = (time: Time | null): Date | null => (time === null ? null : new Date(time))

const exportOf = (row: Row): DataExport => ({
  ...row,
  requestedAt: new Date(row.requestedAt),
  readyAt: timeOrNull(row.readyAt),
  expiresAt: timeOrNull(row.expiresAt),
})

export class SqlExportStore implements ExportStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  nextId(): ExportId {
    return uuidv7() as ExportId
  }

  async request(wanted: DataExport, isEnough: (newest: DataExport) => boolean): Promise<DataExport> {
    const { id, userId, requestedAt } = wanted
    const work = async (em: SqlEntityManager): Promise<DataExport> => {
      await holdUser(em, userId)
      const [row] = await em.execute<Row[]>(NEWEST, [userId])
      const newest = row ? exportOf(row) : null
      if (newest && isEnough(newest)) return newest
      await em.execute(ADD, [id, userId, requestedAt], 'run')
      return wanted
    }
    return this.#session.write('users', work, (requested) => (requested.id === id ? [userId] : []))
  }

  newest(user: UserId): Promise<DataExport | null> {
    return this.#one(NEWEST, [user])
  }

  get(id: ExportId): Promise<DataExport | null> {
    return this.#one(FIND, [id])
  }

  claim(now: Date, until: Date): Promise<ClaimedExport | null> {
    return this.#session.transaction(async (em) => {
      const [claimed] = await em.execute<ClaimedExport[]>(CLAIM, [until, now])
      if (claimed === undefined) return null
      await em.execute(BEGIN_ANEW, [claimed.id], 'run')
      return claimed
    })
  }

  async *records(user: UserId): AsyncGenerator<PersonalRecord, void, undefined> {
    yield* await this.#session.run(async (em) => personalRecords(em, user))
  }

  append({ id, attempts }: ClaimedExport, text: string, until: Date): Promise<boolean> {
    return this.#session.transaction(async (em) => {
      const claimed = await em.execute<object[]>(GO_ON, [until, id, attempts])
      if (claimed.length === 0) return false
      await em.execute(APPEND, [id, text, id], 'run')
      return true
    })
  }

  finish(
    { id, userId, attempts }: ClaimedExport,
    { readyAt, expiresAt }: Record<'readyAt' | 'expiresAt', Date>,
  ): Promise<boolean> {
    const work = async (em: SqlEntityManager): Promise<boolean> =>
      (await em.execute<object[]>(FINISH, [readyAt, expiresAt, id, attempts])).length > 0
    return this.#session.write('users', work, (done) => (done ? [userId] : []))
  }

  async part(id: ExportId, place: number): Promise<string | null> {
    const [row] = await this.#session.run((em) => em.execute<{ content: string }[]>(PART, [id, place]))
    return row?.content ?? null
  }

  async purge(expiredBy: Date, forgotten: Date): Promise<void> {
    await this.#session.run((em) => em.execute(PURGE_PARTS, [expiredBy], 'run'))
    await this.#session.run((em) => em.execute(FORGET, [forgotten], 'run'))
  }

  async #one(statement: string, values: readonly unknown[]): Promise<DataExport | null> {
    const [row] = await this.#session.run((em) => em.execute<Row[]>(statement, [...values]))
    return row ? exportOf(row) : null
  }
}
