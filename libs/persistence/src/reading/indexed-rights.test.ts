import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { aContext, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, SAMPLED_DATABASES, type TestDatabase } from '../testing/databases.ts'
import { explainList } from '../testing/list-plans.ts'

const about = 'A test.'
/** One hall of a thousand is open. */
const Hall = record({
  name: 'Hall',
  plural: 'halls',
  about,
  allowed: {
    read: { GUEST: (hall) => hall.zone.eq('Open'), AUTHOR: (hall) => hall.zone.in(['Open', 'OFFEN']) },
    write: { EDITOR: 'all' },
  },
  fields: { zone: field.line(60, { about, index: true }), name: field.line(60, { about, unique: true }) },
})
const Talk = record({
  name: 'Talk',
  plural: 'talks',
  about,
  allowed: { read: { GUEST: (talk) => talk.hall.may('halls:read') }, write: { EDITOR: 'all' } },
  fields: { hall: field.one(Hall, { about }), title: field.line(60, { about }) },
})
const model = contentModel([...builtInModel.types, Hall, Talk])
const ROWS = 20_000

describe.each(SAMPLED_DATABASES)('C13.6 a right that compares an indexed text, on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    await test.database.session().execute(`
      insert into halls (id, zone, name, created_at, version)
        select md5(n::text)::uuid, case when n % 1000 = 0 then 'Open' else 'Zone ' || n end, 'N' || n, now(), 1
        from generate_series(1, ${ROWS}) n;
      insert into talks (id, hall_id, title, created_at, version)
        select gen_random_uuid(), md5(n::text)::uuid, 'T', now(), 1 from generate_series(1, ${ROWS}) n;
      analyze halls; analyze talks`)
  })
  afterAll(() => test.close())

  const explain = (of: string) => {
    const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
    return explainList(test.database.session(), aContext({ model, stores }), { of, middle: 5 })
  }

  it('reads the readable records alone', async () => {
    const [page] = (await explain('halls')).pages
    expect(page).toMatchObject({ indexes: expect.arrayContaining(['halls_by_zone']), scanned: [] })
    expect(page?.read).toBeLessThanOrEqual(100)
  })

  it('reads the readable records alone through may', async () => {
    const [page] = (await explain('talks')).pages
    expect(page).toMatchObject({ indexes: expect.arrayContaining(['halls_by_zone']), scanned: [] })
    expect(page?.read).toBeLessThanOrEqual(100)
  })
})
