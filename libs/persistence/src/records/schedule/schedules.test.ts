import { parseContentRecord } from '@content-service/domain/internal/transfer'
import { createSchedule, withValues } from '@content-service/domain/internal/model'
import { aUser, Notice, noticeModel, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { findRows } from '../../statements/sql.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'
import { References } from '../../transfer/references.ts'
import { SqlTransferStore } from '../../transfer/transfer-store.ts'
import { selectDue } from './schedules.ts'

const AT = new Date('2030-01-01T00:00:00.000Z')

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C17.2 schedules of a declared type on %s', (_name, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open()
    await migrateTypes(test.database, noticeModel)
    await openStores().users.add(aUser('ada', 'AUTHOR'), null)
  }, 60_000)
  afterAll(() => test.close())
  const openStores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model: noticeModel })

  const line = { type: 'notice', ref: 'planned', title: 'A title', content: 'A text.', author: 'ada' }
  const importNotice = async (more: object = {}) => {
    const em = test.database.session()
    const record = parseContentRecord({ ...line, ...more }, noticeModel)
    const [outcome] = await new SqlTransferStore(em, noticeModel).write([record])
    expect(outcome?.kind).not.toBe('refused')
    const id = await new References(em).findNamed('notices', line.ref)
    return openStores()
      .records(Notice)
      .get(id as never)
  }

  it('an import sets none, ends one with another state, and keeps it otherwise', async () => {
    const id = (await importNotice())?.id as never
    const schedule = () =>
      openStores()
        .records(Notice)
        .change(id, (current) => withValues(current, createSchedule(AT, null), AT))
    await schedule()
    expect(await importNotice({ title: 'Another title' })).toMatchObject({ scheduledFor: AT })
    expect(await importNotice({ status: 'REVIEW' })).toMatchObject({ scheduledFor: null })
    for (const name of ['scheduledFor', 'scheduledBy'])
      expect(() => parseContentRecord({ ...line, [name]: AT.toISOString() }, noticeModel)).toThrow(
        'is not a field of this type',
      )
  })

  it('the nightly check counts those in a state in which no schedule publishes the record', async () => {
    const count = () => openStores().integrity.count('scheduled-otherwise', AT)
    expect(await count()).toBe(0)
    const em = test.database.session()
    await em.execute(`update notices set scheduled_for = now(), status = 'ARCHIVED'`)
    expect(await count()).toBe(1)
    await em.execute(`update notices set scheduled_for = null`)
  })

  it('an index finds the few due records among many', async () => {
    const em = test.database.session()
    await em.execute(`insert into notices (id, title, content, status, created_at, version, scheduled_for)
      select gen_random_uuid(), 'A title', 'A text.', 'DRAFT', now(), 1,
        case when n % 1000 = 0 then timestamptz '2029-01-01' end from generate_series(1, 20000) n`)
    await em.execute('analyze notices')
    const plan = await findRows(
      em,
      sql`explain ${selectDue(noticeModel, noticeModel.typeNamed('Notice'), { now: AT, atMost: 20, without: [] })}`,
    )
    expect(JSON.stringify(plan)).toContain('notices_scheduled')
    expect(JSON.stringify(plan)).not.toContain('Seq Scan')
  })
})
