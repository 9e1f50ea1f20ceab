import type { UserId } from '@content-service/domain'
import type {
  ClaimedExport,
  DataExport,
  ExportId,
  ExportStore,
  PersonalRecord,
} from '@content-service/domain/internal/personal-data'
import type { ReadableFilter } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { changeClaimed, claimRows, selectDueRows, type WorkTable } from '../statements/claims.ts'
import { columns, execute, findRow, insertInto } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import { lockUser } from '../users/lock-user.ts'
import { readPersonalRecords } from './personal-records.ts'

const EXPORTS: WorkTable = {
  table: sql`data_exports`,
  dueAt: sql`requested_at`,
  isOpen: sql`ready_at is null`,
}
const CLAIMED = sql`select ${columns('id', 'userId', 'attempts')} from claimed`
const SELECT = sql`select ${columns('id', 'userId', 'requestedAt', 'readyAt', 'expiresAt')} from data_exports`

const selectNewest = (user: UserId) =>
  sql<DataExport>`${SELECT} where user_id = ${user} order by requested_at desc, id desc limit 1`

export class SqlExportStore extends SqlStore implements ExportStore {
  nextId(): ExportId {
    return uuidv7() as ExportId
  }

  async request(wanted: DataExport, isEnough: (newest: DataExport) => boolean): Promise<DataExport> {
    const { id, userId, requestedAt } = wanted
    const work = async (em: SqlEntityManager): Promise<DataExport> => {
      await lockUser(em, userId)
      const newest = await findRow(em, selectNewest(userId))
      if (newest && isEnough(newest)) return newest
      await execute(em, insertInto('data_exports', { id, userId, requestedAt }))
      return wanted
    }
    return this.session.write('users', work, (requested) => (requested.id === id ? [userId] : []))
  }

  newest(user: UserId): Promise<DataExport | null> {
    return this.session.findRow(selectNewest(user))
  }

  get(id: ExportId): Promise<DataExport | null> {
    return this.session.findRow(sql<DataExport>`${SELECT} where id = ${id}`)
  }

  claim(now: Date, until: Date): Promise<ClaimedExport | null> {
    const due = selectDueRows(EXPORTS, now, 1)
    const claim = claimRows<ClaimedExport>(EXPORTS, { now, until }, { due, select: CLAIMED })
    return this.session.transaction(async (em) => {
      const claimed = await findRow(em, claim)
      if (claimed) await execute(em, sql`delete from data_export_parts where export_id = ${claimed.id}`)
      return claimed
    })
  }

  async *records(user: UserId, readable: ReadableFilter): AsyncGenerator<PersonalRecord, void, undefined> {
    const asked = { tables: this.session.tables, user, readable }
    yield* await this.session.run(async (em) => readPersonalRecords(em, asked))
  }

  append(claimed: ClaimedExport, text: string, until: Date): Promise<boolean> {
    const { id } = claimed
    return this.session.transaction(async (em) => {
      const extended = await execute(em, changeClaimed(EXPORTS, claimed, sql`claimed_until = ${until}`))
      if (extended === 0) return false
      const part = sql`insert into data_export_parts (export_id, place, content)
        select ${id}, count(*), ${text} from data_export_parts where export_id = ${id}`
      await execute(em, part)
      return true
    })
  }

  finish(
    claimed: ClaimedExport,
    { readyAt, expiresAt }: Record<'readyAt' | 'expiresAt', Date>,
  ): Promise<boolean> {
    const changes = sql`ready_at = ${readyAt}, expires_at = ${expiresAt}`
    const work = async (em: SqlEntityManager): Promise<boolean> =>
      (await execute(em, changeClaimed(EXPORTS, claimed, changes))) > 0
    return this.session.write('users', work, (done) => (done ? [claimed.userId] : []))
  }

  async part(id: ExportId, place: number): Promise<string | null> {
    const part = await this.session.findRow(
      sql<{
        content: string
      }>`select content from data_export_parts where export_id = ${id} and place = ${place}`,
    )
    return part?.content ?? null
  }

  async purge(expiredBy: Date, forgotten: Date): Promise<void> {
    const parts = sql`delete from data_export_parts where export_id in (
      select id from data_exports where expires_at <= ${expiredBy})`
    await this.session.execute(parts)
    await this.session.execute(sql`delete from data_exports where requested_at < ${forgotten}`)
  }
}
