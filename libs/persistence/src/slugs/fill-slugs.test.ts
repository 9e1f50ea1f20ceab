import { planSlugs } from '@content-service/domain/internal/jobs'
import {
  aRecord,
  Almanac,
  Pamphlet,
  pamphletModel,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const model = pamphletModel

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C17.7 the worker gives slugs to records that have none, on %s', (_, open) => {
  let test: TestDatabase
  const openStores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const ask = (statement: string) => test.database.session().execute(statement)
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
  }, 60_000)
  afterAll(() => test?.close())

  const runJob = async (): Promise<number> => {
    const [job] = planSlugs(model)
    let runs = 1
    while ((await job?.run(openStores(), new Date())) === true) runs += 1
    return runs
  }

  it('in batches, while clients write the same titles', async () => {
    // As processes of a model without slugs write them, and an import.
    await ask(`insert into almanacs (id, name, created_at, version)
      select gen_random_uuid(), 'Old soup ' || n % 400, now(), 1 from generate_series(1, 900) n`)
    const records = openStores().records(Almanac)
    const add = (place: number) => records.add(aRecord(openStores(), Almanac, { name: `Old soup ${place}` }))
    const writes = Array.from({ length: 40 }, (_, place) => add(place))
    const [runs, made] = await Promise.all([runJob(), Promise.all(writes)])
    expect(runs).toBeGreaterThan(2)
    expect(made.every(({ address }) => /^old-soup-\d+(-\w+)?$/.test(String(address)))).toBe(true)
    const [row] = await ask(`select count(*)::int as n, count(distinct r.address)::int as slugs,
      count(*) filter (where s.record_id = r.id)::int as known, max(version) as version, count(updated_at)::int as changed
      from almanacs r left join record_slugs s on s.type = 'Almanac' and s.slug = r.address`)
    expect(row).toEqual({ n: 940, slugs: 940, known: 940, version: 1, changed: 0 })
  })

  it('and does nothing more', async () => {
    expect(await runJob()).toBe(1)
  })

  it('two workers share the work', async () => {
    await ask(`insert into pamphlets (id, title, status, author_id, created_at, version)
      select gen_random_uuid(), 'Same title', 'DRAFT', (select min(id) from users), now(), 1 from generate_series(1, 700)`)
    await Promise.all([runJob(), runJob()])
    const rows = await ask(`select count(*)::int as n, count(distinct slug)::int as slugs from pamphlets`)
    expect(rows).toEqual([{ n: 700, slugs: 700 }])
    expect(await openStores().records(Pamphlet).fillSlugs(1)).toBe(0)
  })
})
