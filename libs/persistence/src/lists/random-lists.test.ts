import { restrict } from '@content-service/authz/restrict'
import {
  ContentError,
  countRows,
  type Caller,
  type ContentModel,
  type Context,
  type ListOperation,
  type RecordType,
  type Stores,
} from '@content-service/domain'
import { ANYBODY, mayOnAll } from '@content-service/domain/access'
import { connectRows } from '@content-service/domain/operations'
import { listOperations } from '@content-service/domain/service'
import { profileList } from '@content-service/domain/users'
import {
  aContext,
  callerOf,
  createListOracle,
  drawOrders,
  drawWhere,
  memoryStores,
  MemoryTables,
  TEST_AUDIT_CONTEXT,
  type Draw,
  type FilterSource,
  type ListData,
} from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { choose } from '../testing/generated-models.ts'
import { generateListData, storeListData } from '../testing/list-data.ts'
import { generateListModel } from '../testing/list-model.ts'

const SEED = Number(process.env['LIST_SEED'] ?? 20_261_126)
const MODELS = countRuns({ short: 2, long: 25 })
const LIMITS = { nodes: 1_000, values: 1_000, depth: 10 }

/** The store, with records that the oracle knows. */
interface Shelf {
  readonly stores: Stores
  readonly model: ContentModel
  readonly data: ListData
}

const generateCaller = (g: GeneratorValue, { model: { policy }, data }: Shelf): Caller => {
  const users = (data['users'] ?? []).filter(({ deleted }) => deleted === false)
  const caller = callerOf(choose(g, users) as never)
  const kind = choose(g, ['nobody', 'user', 'user', 'user', 'scoped'] as const)
  if (kind === 'nobody') return ANYBODY
  if (kind === 'user') return caller
  const scopes = policy.permissions.filter((permission) => permission.endsWith(':read') || g(fc.boolean))
  return restrict(
    policy,
    caller,
    scopes.filter(() => g(fc.nat, 3) > 0),
  )
}

const findList = (model: ContentModel, type: RecordType): ListOperation<never> =>
  // The lists of all types take a filter and orders.
  (type.name === 'User' ? profileList : listOperations(model)[type.plural]) as ListOperation<never>

interface Question {
  readonly list: ListOperation<never>
  readonly filters: never
  /** The records of a page. */
  readonly first: number
}

const SELECT = { fields: ['id'] }

/** All pages by cursor, one after the other. */
const readPages = async (
  context: Context,
  { list, filters, first }: Question,
): Promise<readonly unknown[]> => {
  const ids: unknown[] = []
  let after: string | null = null
  do {
    const part: Parameters<typeof connectRows<never>>[2] = { filters, name: 'a list', page: { first, after } }
    const { edges, pageInfo } = await connectRows(context, list, part, SELECT)
    ids.push(...edges.map(({ node }) => node['id']))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
  return ids
}

/** The rows of a list, its total and its pages, or its refusal. */
const ask = async (context: Context, question: Question) => {
  const { list, filters } = question
  try {
    const part = { filters, window: { limit: 100, offset: 0 }, atMost: 1_000 }
    const { rows, total } = await countRows(context, list, part, SELECT)
    return { ids: rows.map(({ id }) => id), total, paged: await readPages(context, question) }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { code: error.code, path: error.problems[0]?.path.join('.'), message: error.message }
  }
}

const seen = { rows: 0, empty: 0, refused: 0, ordered: 0, cases: 0 }

/** Compares a random list of a random caller with the oracle. */
const compare = async (g: GeneratorValue, shelf: Shelf): Promise<void> => {
  const { stores, model, data } = shelf
  const caller = generateCaller(g, shelf)
  const context = aContext({ stores, model, policy: model.policy, caller })
  const settings = { ...context.settings, filterLimits: LIMITS }
  const draw: Draw = (most) => g(fc.nat, most)
  const source: FilterSource = { draw, model, data, mayOnAll: (permission) => mayOnAll(context, permission) }
  const type = choose(g, model.types)
  const [where, orderBy] = [drawWhere(source, type), drawOrders(source, type)]
  const question = {
    list: findList(model, type),
    filters: { where, orderBy } as never,
    first: 2 + g(fc.nat, 1),
  }
  const found = await ask({ ...context, settings }, question)
  const { ids, maskedPaths } = createListOracle(context, data).answer(type, where, orderBy)
  seen.cases += 1
  if (maskedPaths.length === 0) {
    expect(found, JSON.stringify({ type: type.name, where, orderBy, caller })).toEqual({
      ids,
      total: ids.length,
      paged: ids,
    })
    seen.rows += ids.length
    seen.empty += Number(ids.length === 0)
    seen.ordered += Number(ids.length > 1 && orderBy.length > 0)
    return
  }
  const code = caller === ANYBODY ? 'UNAUTHENTICATED' : 'FORBIDDEN'
  expect(found).toMatchObject({
    code,
    path: maskedPaths[0],
    message: expect.stringMatching(/:(read|write) on all/),
  })
  seen.refused += 1
}

/** A store that a test closes. */
interface OpenShelf extends Shelf {
  readonly close: () => Promise<void>
}

type OpenStore = (
  model: ContentModel,
) => Promise<{ readonly stores: Stores; readonly close: () => Promise<void> }>

const openMemory: OpenStore = async (model) => ({
  stores: memoryStores(new MemoryTables(), model),
  close: async () => undefined,
})

const openSql =
  (open: (hooks: { readonly model: ContentModel }) => Promise<TestDatabase>): OpenStore =>
  async (model) => {
    const { database, close } = await open({ model })
    await migrateTypes(database, model)
    return { stores: createStores(database.session(), TEST_AUDIT_CONTEXT, { model }), close }
  }

const openShelf = async (g: GeneratorValue, open: OpenStore): Promise<OpenShelf> => {
  const model = generateListModel(g)
  const { stores, close } = await open(model)
  const data = generateListData(g, model, stores)
  await storeListData(stores, model, data)
  return { stores, model, data, close }
}

/** The stores, with the number of filters on the data of each model. PGlite takes the longest. */
const STORES = [
  ['memory', openMemory, countRuns({ short: 500, long: 1_000 })],
  ['PGlite', openSql(openPglite), countRuns({ short: 150, long: 400 })],
  ['PostgreSQL', openSql(openPostgres), countRuns({ short: 350, long: 600 })],
] as const

describe(`C13 lists are those of the contract (seed ${SEED})`, () => {
  afterAll(() =>
    expect(seen).toSatisfy((counts: typeof seen) => Object.values(counts).every((count) => count > 0)),
  )

  it.each(STORES)(
    'for random filters, orders and callers: %s',
    async (_, open, numRuns) => {
      const generators = fc.sample(fc.gen(), { seed: SEED, numRuns: MODELS })
      for (const [index, g] of generators.entries()) {
        const shelf = await openShelf(g, open)
        try {
          const property = fc.asyncProperty(fc.gen(), (drawn) => compare(drawn, shelf))
          await fc.assert(property, { seed: SEED + index, numRuns })
        } finally {
          await shelf.close()
        }
      }
    },
    countRuns({ short: 60_000, long: 3_600_000 }),
  )
})
