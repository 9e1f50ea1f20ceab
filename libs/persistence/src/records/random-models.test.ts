import { and, where } from '@content-service/authz'
import { restrict } from '@content-service/authz/restrict'
import {
  Category,
  ContentError,
  listRows,
  type Caller,
  type ContentModel,
  type Context,
  type ListOperation,
  type RecordId,
  type RecordType,
  type RelatedSelection,
  type Selection,
  type Stores,
  User,
} from '@content-service/domain'
import { ANYBODY } from '@content-service/domain/internal/access'
import {
  connectRows,
  createRowReader,
  createRowsReader,
  readRow,
  type ReadOperation,
} from '@content-service/domain/internal/operations'
import { IN_PLACE } from '@content-service/domain/internal/reading'
import { listOperations } from '@content-service/domain/internal/service'
import { toCaller } from '@content-service/domain/internal/users'
import { aContext, memoryStores, MemoryTables, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createStores } from '../stores.ts'
import { migrateTypes, openPostgres } from '../testing/databases.ts'
import { choose, generateModel } from '../testing/generated-models.ts'
import { fillTwins, type Ids, type Twins } from '../testing/generated-records.ts'

const SEED = 20_261_126
const WINDOW = { limit: 100, offset: 0 }

const generateCaller = (g: GeneratorValue, { policy }: ContentModel, people: readonly User[]): Caller => {
  const kind = choose(g, ['nobody', 'user', 'user', 'scoped'] as const)
  const caller = toCaller(choose(g, people))
  if (kind === 'nobody') return ANYBODY
  return kind === 'user'
    ? caller
    : restrict(
        policy,
        caller,
        policy.permissions.filter(() => g(fc.boolean)),
      )
}

/** The attributes of the type, its links and the lists of the records that link to it. */
const selectAll = (g: GeneratorValue, model: ContentModel, type: RecordType, depth = 2): Selection => {
  const below = (of: RecordType) => (depth === 0 ? { fields: ['id'] } : selectAll(g, model, of, depth - 1))
  const links = type.links.map(({ name, field: { to } }): RelatedSelection => {
    const select = to.name === 'User' ? { fields: ['id', 'username'] } : below(model.typeNamed(to.name))
    return { as: name, relation: name, isNullable: g(fc.boolean), select }
  })
  const lists = model.inverseLinks(type).map(({ name, type: from }): RelatedSelection => {
    const orderBy = [{ by: 'id', direction: choose(g, ['ASC', 'DESC'] as const) }]
    return { as: name, relation: name, orderBy, window: { limit: 2, offset: 0 }, select: below(from) }
  })
  const members = type.manyLinks.map(({ name, field: { toMany, isOrdered } }): RelatedSelection => {
    const select =
      toMany.name === 'User' ? { fields: ['id', 'username'] } : below(model.typeNamed(toMany.name))
    const orderBy = isOrdered && g(fc.boolean) ? IN_PLACE : [{ by: 'id', direction: 'ASC' as const }]
    return { as: name, relation: name, orderBy, window: { limit: 2, offset: g(fc.nat, 1) }, select }
  })
  const fields = Object.keys({ ...type.attributes, ...type.computed }).filter((name) => name !== 'content')
  const related = depth === 0 ? [] : [...links, ...lists, ...members]
  return { fields: ['id', 'createdAt', ...fields], related }
}

/** Refusals as plain values, at any depth. */
const plain = (value: unknown): unknown => {
  if (value instanceof ContentError) return { refused: value.code, message: value.message }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

const attempt = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return plain(await work())
  } catch (error) {
    if (error instanceof ContentError) return plain(error)
    throw error
  }
}

interface Question {
  readonly list: ListOperation<never>
  readonly read: ReadOperation
  readonly filters: never
  readonly select: Selection
  readonly ids: readonly string[]
}

const generateFilters = (g: GeneratorValue, type: RecordType, ids: Ids): object => {
  const links = type.links.filter(() => g(fc.nat, 2) === 0)
  const filters = links.map(({ attribute, field: { to } }) => [
    attribute,
    String(choose(g, ids.get(to.plural) ?? [])),
  ])
  return { ...Object.fromEntries(filters), direction: choose(g, ['ASC', 'DESC']) }
}

/** The answers of a service to a list, its pages by cursor, single reads and the reads that a service prepares. */
const answer = async (context: Context, { list, read, filters, select, ids }: Question) => {
  const part = { filters, window: WINDOW }
  const [readRows, readOne] = [createRowsReader(list, select), createRowReader(read, select, (row) => row)]
  const page = async (after: string | null) => {
    const { edges, pageInfo } = await connectRows(
      context,
      list,
      { filters, name: 'a list', page: { first: 2, after } },
      select,
    )
    return { nodes: edges.map(({ node }) => node), pageInfo }
  }
  const first = await page(null)
  const prepared = []
  // The second read prepares the query, and the third runs it.
  for (let count = 0; count < 3; count += 1)
    prepared.push(
      await attempt(() => readRows(context, part)),
      await attempt(async () => (await readOne(context, ids[0] ?? ''))?.row ?? null),
    )
  return {
    rows: await attempt(() => listRows(context, list, part, select)),
    first: plain(first),
    second: await attempt(() => page(first.pageInfo.endCursor)),
    single: await Promise.all(ids.map((id) => attempt(() => readRow(context, read, id, select)))),
    prepared,
  }
}

const generateQuestion = (g: GeneratorValue, model: ContentModel, type: RecordType, ids: Ids): Question => {
  const operations = listOperations(model)
  return {
    // The operations of a declared type have these kinds.
    list: operations[type.plural] as ListOperation<never>,
    read: operations[type.word] as ReadOperation,
    filters: generateFilters(g, type, ids) as never,
    select: selectAll(g, model, type),
    ids: (ids.get(type.plural) ?? []).map(String),
  }
}

/** PostgreSQL orders the members of JSON in its own way. */
const sortMembers = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Deletes a record of each type in the stores, and returns the outcomes and all that is left. */
const removeSome = async (stores: Stores, types: readonly RecordType[], chosen: Ids) => {
  const outcomes: unknown[] = []
  for (const type of types)
    for (const id of chosen.get(type.plural) ?? [])
      outcomes.push(
        await attempt(() =>
          stores.records(type).remove(id as RecordId, () => undefined, { readable: () => and() }),
        ),
      )
  for (const id of chosen.get(User.plural) ?? []) await stores.users.remove(id as User['id'], () => undefined)
  const left: unknown[] = []
  for (const { plural, attributes, manyLinks, isFixed } of types)
    left.push(
      await stores.reader.find({
        from: plural,
        where: and(),
        orderBy: [{ by: 'id', direction: 'ASC' }],
        window: WINDOW,
        select: {
          fields: [
            'id',
            ...(isFixed ? [] : ['version']),
            ...Object.keys(attributes),
            ...manyLinks.map(({ attribute }) => attribute),
          ],
        },
      }),
    )
  const likes = await stores.reader.find({
    from: 'recordLikes',
    where: and(),
    orderBy: [
      { by: 'recordId', direction: 'ASC' },
      { by: 'userId', direction: 'ASC' },
    ],
    window: { limit: 1_000, offset: 0 },
    select: { fields: ['recordId', 'userId', 'type'] },
  })
  const events = await stores.reader.find({
    from: 'events',
    // The people are put into the memory without events.
    where: where<{ resource: string }>().resource.ne('users'),
    orderBy: [],
    window: { limit: 1_000, offset: 0 },
    select: { fields: ['type', 'resourceId', 'data'] },
  })
  const told = events
    .map(({ type, resourceId, data }) => JSON.stringify([type, resourceId, data], sortMembers))
    .toSorted()
  return { outcomes, left, likes, told }
}

/** Whether the right to read records of the type compares values of them, or of the records behind their links. */
const comparesValues = ({ policy }: ContentModel, { permissions }: RecordType): boolean => {
  const rules = Object.values(policy.document.roles).flatMap((role) => role.rules)
  const conditions = rules.filter((rule) => rule.permissions.includes(permissions.read as never))
  return /"(size|weight|begins|isOpen|code)"/.test(JSON.stringify(conditions))
}

/** Whether the right to read records of the type asks about the records behind their links. */
const followsLinks = ({ policy }: ContentModel, { permissions }: RecordType): boolean =>
  policy.relations(permissions.read as never).length > 0

const isRefused = (outcome: unknown): boolean => typeof outcome === 'object' && outcome !== null

describe(`C14 stores in memory and in a database answer alike (seed ${SEED})`, () => {
  const seen = {
    refusedModels: 0,
    computed: 0,
    followed: 0,
    compared: 0,
    rows: 0,
    hidden: 0,
    refusedDeletions: 0,
    deletions: 0,
    likes: 0,
  }
  // The property would also hold for models that refuse everything, or for callers who see nothing.
  afterAll(() => expect(Object.values(seen).every((count) => count > 0)).toBe(true))

  /** Asks both stores about each type, as three callers. */
  const compare = async (g: GeneratorValue, twins: Twins): Promise<void> => {
    const { model, memory, sql } = twins
    const { people, ids, declared } = await fillTwins(g, twins)
    for (const type of [...declared, ...declared, ...declared]) {
      const caller = generateCaller(g, model, people)
      const question = generateQuestion(g, model, type, ids)
      const ask = (stores: Stores) =>
        answer(aContext({ stores, model, policy: model.policy, caller }), question)
      const [inMemory, inSql] = [await ask(memory), await ask(sql)]
      expect(inSql).toEqual(inMemory)
      const shown = (inSql.rows as readonly unknown[]).length
      seen.rows += shown
      seen.hidden += (await sql.reader.count(type.plural, and(), 100)) - shown
    }
    const types = [Category, ...declared].map(({ name }) => model.typeNamed(name))
    const chosen: Ids = new Map(
      [...types, User].map(({ plural }) => [plural, [choose(g, ids.get(plural) ?? [])]]),
    )
    const [inMemory, inSql] = [await removeSome(memory, types, chosen), await removeSome(sql, types, chosen)]
    expect(inSql).toEqual(inMemory)
    const refused = inSql.outcomes.filter(isRefused).length
    seen.refusedDeletions += refused
    seen.likes += inSql.likes.length
    seen.deletions += inSql.outcomes.length - refused
  }

  it('for generated types, rights, records, links and callers', async () => {
    const property = async (g: GeneratorValue): Promise<void> => {
      const { model, isRefused } = generateModel(g)
      seen.refusedModels += Number(isRefused)
      seen.computed += model.derivedTypes.filter(({ computed }) => Object.keys(computed).length > 0).length
      seen.followed += model.derivedTypes.filter((type) => followsLinks(model, type)).length
      seen.compared += model.derivedTypes.filter((type) => comparesValues(model, type)).length
      const test = await openPostgres({ model })
      try {
        await migrateTypes(test.database, model)
        const tables = new MemoryTables()
        const sql = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
        await compare(g, { tables, sql, memory: memoryStores(tables, model), model })
      } finally {
        await test.close()
      }
    }
    await fc.assert(fc.asyncProperty(fc.gen(), property), {
      seed: SEED,
      numRuns: countRuns({ short: 4, long: 500 }),
      interruptAfterTimeLimit: 300_000,
    })
  }, 320_000)
})
