import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Article } from '../articles/article.ts'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import type { Caller } from '../access/content-policy.ts'
import { toArticleFacts } from '../articles/article-facts.ts'
import { Category, Product } from '../products/product.ts'
import {
  aComment,
  anArticle,
  aRecord,
  aUser,
  callerOf,
  fairModel,
  memoryStores,
  nextFairModel,
  NOON,
} from '../testing/index.ts'
import { createPolicyWithRules } from '../testing/policies.ts'
import type { User } from '../users/user.ts'
import { TEST_EVENT, type Change, type DomainEvent, type NewDomainEvent } from './domain-event.ts'
import { createEventDocument } from './event-document.ts'
import { createEventSchemas } from './event-schemas.ts'
import { deriveEvents } from './derive-events.ts'

const stores = memoryStores()
const ada: User = { ...aUser('ada', 'AUTHOR'), id: 7 as never }
const ADMIN: Caller = callerOf({ id: 9 as never, roles: ['ADMIN'], permissions: [] })
const createEvent = (events: NewDomainEvent | undefined): DomainEvent => ({
  id: '01890000-0000-7000-8000-000000000001' as never,
  at: NOON,
  ...(events as NewDomainEvent),
})
/** The document for an administrator, who may read the record. */
const show = (events: NewDomainEvent | undefined) =>
  createEventDocument({ caller: ADMIN, policy: contentPolicy, model: builtInModel }, createEvent(events), {
    facts: {},
    isPublic: false,
  })

const draft = anArticle(stores, ada.id, { status: 'DRAFT' })
const next = <Record extends { readonly version: number }>(
  record: Record,
  change: Partial<Record>,
): Record => ({
  ...record,
  ...change,
  version: record.version + 1,
})

const inEachState = (article: Article): readonly Change<Article>[] => [
  { before: null, after: article },
  { before: article, after: next(article, { title: 'Another' }) },
  { before: article, after: next(article, { status: 'PUBLISHED', publishedAt: NOON }) },
  { before: next(article, { status: 'PUBLISHED' }), after: next(next(article, {}), { status: 'ARCHIVED' }) },
  { before: article, after: next(article, { status: 'DELETED' }) },
  { before: next(article, { status: 'DELETED' }), after: next(next(article, {}), { status: 'DRAFT' }) },
]
const madeAndUnmade = <Record extends { readonly version: number }>(record: Record): Change<Record>[] => [
  { before: null, after: record },
  { before: record, after: next(record, {}) },
  { before: record, after: null },
]
const category = aRecord(stores, Category, { name: 'Books' })
const product = aRecord(stores, Product, { title: 'A book', price: 9.5, stock: 3, categoryId: category.id })
const comment = {
  ...aComment(stores, draft, ada.id),
  ...toArticleFacts(draft),
}

const all: readonly NewDomainEvent[] = [
  ...inEachState(draft).flatMap((change) => deriveEvents(builtInModel, 'articles', change)),
  ...madeAndUnmade(comment).flatMap((change) => deriveEvents(builtInModel, 'comments', change)),
  ...madeAndUnmade(ada).flatMap((change) => deriveEvents(builtInModel, 'users', change)),
  ...deriveEvents(builtInModel, 'users', { before: { ...ada, deleted: true }, after: next(ada, {}) }),
  ...madeAndUnmade(product).flatMap((change) => deriveEvents(builtInModel, 'products', change)),
  ...deriveEvents(builtInModel, 'categories', { before: null, after: category }),
]

describe('C11.1 documents of events', () => {
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(
    createEventSchemas(builtInModel),
  )

  it.each([...builtInModel.eventNames])('%s fits its schema', (name) => {
    const document = show(all.find(({ type }) => type === name))
    expect(isValid(document), JSON.stringify(isValid.errors)).toBe(true)
    expect(isValid({ ...document, type: TEST_EVENT })).toBe(false)
  })

  it('a schema names every member of the document', () => {
    const { $defs } = createEventSchemas(builtInModel) as {
      $defs: Record<string, { properties: { data: { properties: object } } }>
    }
    for (const events of all)
      expect(Object.keys(show(events)?.data ?? {}).toSorted()).toEqual(
        Object.keys($defs[events.type]?.properties.data.properties ?? {}).toSorted(),
      )
  })

  it('C12.3 the current policy derives the role from the roles', () => {
    const policy = createPolicyWithRules({ JUDGE: { inherits: ['EDITOR'], rules: [] } })
    const [made] = deriveEvents(builtInModel, 'users', { before: null, after: { ...ada, roles: ['JUDGE'] } })
    const context = { caller: ADMIN, policy, model: builtInModel }
    expect(
      createEventDocument(context, createEvent(made), { facts: {}, isPublic: false })?.data,
    ).toMatchObject({
      roles: ['JUDGE'],
      role: 'EDITOR',
    })
    expect(show(made)?.data).toMatchObject({ roles: ['JUDGE'], role: 'GUEST' })
  })

  it('the published schema is the schema of the code', async () => {
    await expect(`${JSON.stringify(createEventSchemas(builtInModel), null, 2)}\n`).toMatchFileSnapshot(
      '../../../../docs/events.schema.json',
    )
  })

  it('C15.17 nobody is shown an event of a record in a state that the model does not have', () => {
    const [type] = nextFairModel.types.filter(({ name }) => name === 'FairHall')
    const hall = { id: 'h', name: 'Attic', createdAt: NOON, updatedAt: null, ref: null, version: 1 }
    const isShown = (stage: string, model: typeof fairModel) => {
      const record = { ...hall, stage }
      const [event] = deriveEvents(nextFairModel, type?.plural ?? '', {
        before: null,
        after: record,
      } as never)
      const context = { caller: ADMIN, policy: model.policy, model }
      return createEventDocument(context, createEvent(event), { facts: {}, isPublic: false }) !== null
    }
    expect([isShown('GONE', fairModel), isShown('OPEN', fairModel), isShown('GONE', nextFairModel)]).toEqual([
      false,
      true,
      true,
    ])
  })
})
