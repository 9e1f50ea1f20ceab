import { listRows, type ListOperation, type RecordType } from '@content-service/domain'
import { ANYBODY, mayOnAll } from '@content-service/domain/internal/access'
import { listOperations } from '@content-service/domain/internal/service'
import { profileList } from '@content-service/domain/internal/users'
import {
  aContext,
  drawOrders,
  drawWhere,
  TEST_AUDIT_CONTEXT,
  type FilterSource,
} from '@content-service/domain/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, type TestDatabase } from '../../testing/databases.ts'
import { choose } from '../../testing/generated-models.ts'
import { generateListData, storeListData } from '../../testing/list-data.ts'
import { generateListModel } from '../../testing/list-model.ts'

const SEED = 1
const FILTERS = 150

/** Changes what a stranger does not see: unpublished articles, private fields, and deleted users. */
const CHANGES = [
  `update articles set title = 'changed', tags = '{changed}', likes = likes + 7, updated_at = now() where status <> 'PUBLISHED'`,
  `update comments set updated_at = now() where article_id in (select id from articles where status <> 'PUBLISHED')`,
  `update users set age = 99, status = 'INACTIVE', email = 'changed' || id || '@example.org' where id > 1`,
  `update users set username = 'changed' || id, name = 'Changed', updated_at = now() where deleted`,
]
const CHANGE_HALLS = `update halls set label = 'changed', note = 'changed', seats = 7, topics = '{changed}', updated_at = now()`

describe('C13.3 what a caller may not read', () => {
  // The sample has one generator.
  const [g] = fc.sample(fc.gen(), { seed: SEED, numRuns: 1 }) as [fc.GeneratorValue]
  const model = generateListModel(g)
  const statements: string[] = []
  let test: TestDatabase

  beforeAll(async () => {
    test = await openPglite({ model, onStatement: (text) => void statements.push(text) })
    await migrateTypes(test.database, model)
  })
  afterAll(() => test.close())

  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const asNobody = () => {
    const settings = { ...aContext().settings, filterLimits: { nodes: 1_000, values: 1_000, depth: 10 } }
    return aContext({ stores: stores(), model, policy: model.policy, caller: ANYBODY, settings })
  }

  /** The rows of a list, and the texts of its statements. */
  const read = async (type: RecordType, filters: object) => {
    const list = (type.name === 'User' ? profileList : listOperations(model)[type.plural]) as ListOperation
    statements.length = 0
    const window = { limit: 100, offset: 0 }
    const rows = await listRows(asNobody(), list, { filters: { ...filters }, window }, { fields: ['id'] })
    return { rows, statements: [...statements] }
  }

  it('changes neither the rows, nor the number and the text of the statements', async () => {
    const data = generateListData(g, model, stores())
    await storeListData(stores(), model, data)
    const source: FilterSource = {
      draw: (most) => g(fc.nat, most),
      model,
      data,
      mayOnAll: (permission) => mayOnAll(asNobody(), permission),
    }
    const asked = Array.from({ length: FILTERS }, () => {
      const type = choose(g, model.types)
      return { type, filters: { where: drawWhere(source, type), orderBy: drawOrders(source, type) } }
    })
    const readAll = async () => {
      const found = []
      for (const { type, filters } of asked) found.push(await read(type, filters).catch(({ code }) => code))
      return found
    }
    const before = await readAll()
    for (const change of CHANGES) await test.database.session().execute(change)
    // With this seed, a stranger may read no halls.
    expect(model.policy.permits(ANYBODY, 'halls:read' as never)).toBe(false)
    await test.database.session().execute(CHANGE_HALLS)
    expect(await readAll()).toEqual(before)
    expect(before.filter(({ rows }) => rows?.length > 0).length).toBeGreaterThan(FILTERS / 5)
  })
})
