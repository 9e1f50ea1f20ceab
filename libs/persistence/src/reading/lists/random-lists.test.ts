import { restrict } from '@content-service/authz/restrict'
import {
  ContentError,
  type Caller,
  type ContentModel,
  type Context,
  type ListOperation,
  type RecordType,
  type Row,
  type Selection,
  type Stores,
} from '@content-service/domain'
import { ANYBODY, isAnonymous, mayOnAll } from '@content-service/domain/internal/access'
import { connectRows, createPageReader } from '@content-service/domain/internal/operations'
import { NEWEST } from '@content-service/domain/internal/reading'
import { listOperations } from '@content-service/domain/internal/service'
import { profileList } from '@content-service/domain/internal/users'
import type { CountedRows } from '@content-service/domain/internal/visibility'
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
  type OracleAnswer,
} from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../../tools/check/long-tests.ts'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'
import { choose } from '../../testing/generated-models.ts'
import { generateListData, storeListData } from '../../testing/list-data.ts'
import { generateListModel } from '../../testing/list-model.ts'

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

/** A list with its filter and its orders. */
interface Asked {
  readonly type: RecordType
  readonly where: Readonly<Record<string, unknown>>
  readonly orderBy: ReturnType<typeof drawOrders>
}

/** A list of each record of another list. */
interface Nested extends Asked {
  readonly relation: string
  /** Whether the list of a record has the other record. */
  readonly isLinked: (id: unknown, other: Row) => boolean
}

interface Question extends Asked {
  /** The records of a page. */
  readonly first: number
  /** How often the list is read; from the second time on, its query is prepared. */
  readonly times: number
  readonly nested: Nested | null
  /** Whether the pages are read from the end, too. */
  readonly isReadBackward: boolean
}

const drawAsked = (source: FilterSource, type: RecordType): Asked => ({
  type,
  where: drawWhere(source, type),
  orderBy: drawOrders(source, type),
})

const OWN_LISTS: Readonly<Record<string, readonly string[]>> = {
  Article: ['comments'],
  User: ['articles', 'followers', 'following'],
}

/** The pairs of `follows`, or of the links of a type to many records. */
const listPairs = (model: ContentModel, data: ListData, collection: string): readonly Row[] => {
  const [plural = '', name] = collection.split('.')
  const link = model.typeOf(plural)?.manyLinks.find((each) => each.name === name)
  if (link === undefined) return data[collection] ?? []
  return (data[plural] ?? []).flatMap((record) =>
    (record[link.attribute] as readonly unknown[]).map((linkedId) => ({ recordId: record['id'], linkedId })),
  )
}

const drawNested = (g: GeneratorValue, source: FilterSource, type: RecordType): Nested | null => {
  const { model, data } = source
  // The oracle lists the users whom a list shows, and links show more of them.
  const own = type.manyLinks.filter(({ field }) => field.toMany.name !== 'User')
  const names = [
    ...(OWN_LISTS[type.name] ?? []),
    ...[...model.inverseLinks(type), ...own].map(({ name }) => name),
  ]
  if (names.length === 0 || g(fc.nat, 2) > 0) return null
  const relation = choose(g, names)
  const { to, there, through } = model.relation(type.plural, relation)
  const listed = model.types.find(({ plural }) => plural === to)
  const pairs = through ? listPairs(model, data, through.collection) : []
  const isPair = (id: unknown, other: Row) =>
    pairs.some((pair) => pair[through?.from ?? ''] === id && pair[through?.into ?? ''] === other['id'])
  const isLinked: Nested['isLinked'] = through ? isPair : (id, other) => other[there] === id
  return listed ? { ...drawAsked(source, listed), relation, isLinked } : null
}

const FEW = 3

const createSelection = (nested: Nested | null): Selection => {
  if (nested === null) return { fields: ['id'] }
  const { relation, where, orderBy } = nested
  const [window, list] = [
    { limit: FEW, offset: 0 },
    { where, orderBy },
  ]
  const related = { as: 'nested', relation, select: { fields: ['id'] }, orderBy: NEWEST, window, list }
  return { fields: ['id'], related: [related] }
}

const describeRefusal = (error: unknown) => {
  if (!(error instanceof ContentError)) throw error
  return { code: error.code, path: error.problems[0]?.path.join('.') }
}

type List = ListOperation<{ readonly where: unknown; readonly orderBy: unknown }>

const findList = (model: ContentModel, type: RecordType): List =>
  // The lists of all types take a filter and orders.
  (type.name === 'User' ? profileList : listOperations(model)[type.plural]) as List

const listIds = (rows: readonly Row[]): readonly unknown[] => rows.map(({ id }) => id)

type ConnectedPart = Parameters<typeof connectRows<Pick<Asked, 'where' | 'orderBy'>>>[2]
type Page = Omit<ConnectedPart['page'], 'first'>

const readPage = async (context: Context, { type, first, where, orderBy }: Question, page: Page) => {
  const part: ConnectedPart = { filters: { where, orderBy }, name: 'a list', page: { ...page, first } }
  const { edges, pageInfo } = await connectRows(context, findList(context.model, type), part, {
    fields: ['id'],
  })
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo
  return { ids: listIds(edges.map(({ node }) => node)), hasNextPage, hasPreviousPage, startCursor, endCursor }
}

/** All pages by cursor, one after the other. */
const readForward = async (context: Context, question: Question): Promise<readonly unknown[]> => {
  const ids: unknown[] = []
  let after: string | null = null
  do {
    const page = await readPage(context, question, { after })
    ids.push(...page.ids)
    after = page.hasNextPage ? page.endCursor : null
  } while (after !== null)
  return ids
}

/** All pages by cursor, from the last one. */
const readBackward = async (context: Context, question: Question): Promise<readonly unknown[]> => {
  const ids: unknown[] = []
  let before: string | null = null
  do {
    const page = await readPage(context, question, { after: null, before, isBackward: true })
    ids.unshift(...page.ids)
    before = page.hasPreviousPage ? page.startCursor : null
  } while (before !== null)
  return ids
}

/** The last records after the first page, and the first ones before the last page. */
const readBetween = async (context: Context, question: Question) => {
  const { endCursor } = await readPage(context, question, { after: null })
  const { startCursor } = await readPage(context, question, { after: null, isBackward: true })
  if (endCursor === null || startCursor === null) return { tail: [], head: [] }
  const tail = await readPage(context, question, { after: endCursor, isBackward: true })
  const head = await readPage(context, question, { after: null, before: startCursor })
  return { tail: tail.ids, head: head.ids }
}

/** A list by its pages. */
const readPages = async (context: Context, question: Question) => ({
  forward: await readForward(context, question),
  ...(question.isReadBackward && {
    backward: await readBackward(context, question),
    ...(await readBetween(context, question)),
  }),
})

const expectPages = (ids: readonly unknown[], { first, isReadBackward }: Question) => ({
  forward: ids,
  ...(isReadBackward && {
    backward: ids,
    tail: ids.slice(first).slice(-first),
    head: ids.slice(0, -first).slice(0, first),
  }),
})

const showNested = (value: unknown): unknown =>
  Array.isArray(value) ? listIds(value as readonly Row[]) : describeRefusal(value)

const showPage = (nested: Nested | null, { rows, total }: CountedRows) => ({
  ids: listIds(rows),
  total,
  nested: nested && rows.map((row) => showNested(row['nested'])),
})

/** The rows of a list with its total, as often as it is read, and its pages; or its refusal. */
const ask = async (context: Context, question: Question) => {
  const { type, where, orderBy, nested, times } = question
  const read = createPageReader(findList(context.model, type), createSelection(nested), (page) => page)
  try {
    const part = { filters: { where, orderBy }, window: { limit: 100, offset: 0 }, atMost: 1_000 }
    const pages = []
    for (let time = 0; time < times; time += 1) pages.push(showPage(nested, await read(context, part)))
    return { pages, paged: await readPages(context, question) }
  } catch (error) {
    return describeRefusal(error)
  }
}

const seen = { rows: 0, empty: 0, refused: 0, ordered: 0, nested: 0 }

type Answer = (asked: Asked) => OracleAnswer

/** The refusal of a filter or an order by a masked field (C13.3). */
const expectRefusal = (context: Context, [path]: readonly string[]) => ({
  code: isAnonymous(context) ? 'UNAUTHENTICATED' : 'FORBIDDEN',
  path,
})

const expectNested = (context: Context, nested: Nested, answer: Answer, parents: readonly Row[]) => {
  const { rows, maskedPaths } = answer(nested)
  return parents.map(({ id }) => {
    if (maskedPaths.length > 0) return expectRefusal(context, maskedPaths)
    const found = listIds(rows.filter((row) => nested.isLinked(id, row)))
    seen.nested += found.length
    return found.slice(0, FEW)
  })
}

/** What the oracle answers. */
const expectAnswer = (context: Context, question: Question, answer: Answer) => {
  const { rows, maskedPaths } = answer(question)
  if (maskedPaths.length > 0) {
    seen.refused += 1
    return expectRefusal(context, maskedPaths)
  }
  const ids = listIds(rows)
  seen.rows += ids.length
  seen.empty += Number(ids.length === 0)
  seen.ordered += Number(ids.length > 1 && question.orderBy.length > 0)
  const { nested, times } = question
  const page = { ids, total: ids.length, nested: nested && expectNested(context, nested, answer, rows) }
  return { pages: Array.from({ length: times }, () => page), paged: expectPages(ids, question) }
}

/** Compares a random list of a random caller with the oracle. */
const compare = async (g: GeneratorValue, shelf: Shelf): Promise<void> => {
  const { stores, model, data } = shelf
  const caller = generateCaller(g, shelf)
  const settings = { ...aContext().settings, filterLimits: LIMITS }
  const context = aContext({ stores, model, policy: model.policy, caller, settings })
  const draw: Draw = (most) => g(fc.nat, most)
  const source: FilterSource = { draw, model, data, mayOnAll: (permission) => mayOnAll(context, permission) }
  const asked = drawAsked(source, choose(g, model.types))
  const question = {
    ...asked,
    first: 2 + g(fc.nat, 1),
    times: choose(g, [1, 1, 3]),
    nested: drawNested(g, source, asked.type),
    isReadBackward: g(fc.nat, 2) === 0,
  }
  const oracle = createListOracle(context, data)
  const answer: Answer = ({ type, where, orderBy }) => oracle.answer(type, where, orderBy)
  const { type, ...rest } = question
  const message = JSON.stringify({ type: type.name, ...rest, nested: createSelection(rest.nested), caller })
  expect(await ask(context, question), message).toEqual(expectAnswer(context, question, answer))
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
  ['memory', openMemory, countRuns({ short: 150, long: 1_000 })],
  ['PGlite', openSql(openPglite), countRuns({ short: 40, long: 300 })],
  ['PostgreSQL', openSql(openPostgres), countRuns({ short: 140, long: 700 })],
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
    countRuns({ short: 320_000, long: 3_600_000 }),
  )
})
