import { restrict } from '@content-service/authz/restrict'
import {
  Article,
  builtInModel,
  Category,
  Product,
  readPolicy,
  type Caller,
  type Context,
  type User,
} from '@content-service/domain'
import { toCaller } from '@content-service/domain/internal/users'
import type { ArticleStatus, ContentPolicy } from '@content-service/domain/internal/access'
import {
  aComment,
  aContext,
  anArticle,
  aRecord,
  aUser,
  memoryStores,
  MemoryTables,
  createPolicyFile,
} from '@content-service/domain/testing'
import fc, { type GeneratorValue } from 'fast-check'

export interface GeneratedWorld {
  readonly tables: MemoryTables
  readonly context: Context
  readonly policy: ContentPolicy
}

const STATUSES: readonly ArticleStatus[] = ['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED', 'DELETED']
const OWN = { subject: 'id' }

/** Conditions that a policy file may have, by resource. */
const CONDITIONS: Readonly<Record<string, readonly object[]>> = {
  articles: [
    { op: 'eq', attribute: 'ownerId', value: OWN },
    { op: 'eq', attribute: 'status', value: 'PUBLISHED' },
    { op: 'not', condition: { op: 'in', attribute: 'status', value: ['DRAFT', 'DELETED'] } },
  ],
  comments: [
    { op: 'eq', attribute: 'authorId', value: OWN },
    { op: 'may', attribute: 'article', permission: 'articles:read' },
    { op: 'is', attribute: 'article', condition: { op: 'eq', attribute: 'ownerId', value: OWN } },
    // The alias of an earlier release.
    { op: 'eq', attribute: 'articleStatus', value: 'DRAFT' },
  ],
  users: [{ op: 'eq', attribute: 'id', value: OWN }],
  'api-keys': [{ op: 'eq', attribute: 'ownerId', value: OWN }],
  webhooks: [{ op: 'eq', attribute: 'ownerId', value: OWN }],
}

const PERMISSIONS = [
  'articles:read',
  'articles:write',
  'comments:read',
  'users:read',
  'products:read',
  'api-keys:read',
  'webhooks:read',
  'audit:read',
  'oauth-clients:read',
]

/** One of the values; the list must not be empty. */
export const choose = <Value>(g: GeneratorValue, values: readonly Value[]): Value =>
  values[g(fc.nat, values.length - 1)] as Value

const generateRule = (g: GeneratorValue, permission: string) => {
  const conditions = CONDITIONS[permission.split(':')[0] as string] ?? []
  const when = g(fc.boolean) && conditions.length > 0 ? { when: choose(g, conditions) } : {}
  const effect = choose(g, ['allow', 'allow', 'allow', 'deny'] as const)
  return { effect, permissions: [permission], ...when }
}

/** A policy whose role TESTER has generated rules and inherits nothing. */
export const generatePolicy = (g: GeneratorValue): ContentPolicy => {
  const rules = PERMISSIONS.filter(() => g(fc.boolean)).map((permission) => generateRule(g, permission))
  return readPolicy(builtInModel, createPolicyFile({ TESTER: { rules } })).policy
}

/** An anonymous caller, a user, or a credential of a user with some scopes. */
export const generateCaller = (g: GeneratorValue, policy: ContentPolicy, people: readonly User[]): Caller => {
  const owner = choose(g, people)
  const permissions = g(fc.boolean) ? [choose(g, PERMISSIONS)] : []
  const whole = { ...toCaller({ ...owner, roles: ['TESTER'], permissions }) }
  const kind = choose(g, ['nobody', 'user', 'scoped'] as const)
  if (kind === 'nobody') return { id: null, roles: ['TESTER'], permissions: [] }
  return kind === 'user'
    ? whole
    : restrict(
        policy,
        whole,
        PERMISSIONS.filter(() => g(fc.boolean)),
      )
}

const addContent = async (g: GeneratorValue, context: Context, people: readonly User[]): Promise<void> => {
  const { stores, now } = context
  for (const owner of [...people, ...people]) {
    const status = choose(g, STATUSES)
    const article = await stores.records(Article).add(anArticle(stores, owner.id, { status: 'PUBLISHED' }))
    await stores.comments.add(aComment(stores, article, choose(g, people).id), () => undefined)
    await stores
      .records(Article)
      .change(article.id, (current) => ({ ...current, title: 'A later title', status, version: 2 }), {
        keeping: { editorId: owner.id, at: now() },
      })
    await stores.users.follow(owner.id, choose(g, people).id, now())
  }
}

const addOwned = async ({ stores, now }: Context, { id: ownerId }: User): Promise<void> => {
  const times = { createdAt: now(), lastUsedAt: null }
  const key = { ...times, id: stores.apiKeys.nextId(), ownerId, name: 'A key', scopes: [], expiresAt: null }
  await stores.apiKeys.add(key, `digest ${ownerId}`, () => undefined)
  const webhook = { id: stores.webhooks.nextId(), ownerId, url: 'https://example.org', events: [] }
  const state = { enabled: true, failingSince: null, createdAt: now(), updatedAt: null, version: 1 }
  await stores.webhooks.add({ ...webhook, ...state }, 'a secret', () => undefined)
}

const addProducts = async ({ stores }: Context): Promise<void> => {
  const category = await stores.records(Category).add(aRecord(stores, Category, { name: 'Tools' }))
  const given = { title: 'A product', price: 1, stock: 1, categoryId: category.id }
  await stores.records(Product).add(aRecord(stores, Product, given))
}

/** Rows, a policy and a caller. */
export const generateWorld = async (g: GeneratorValue): Promise<GeneratedWorld> => {
  const [tables, policy] = [new MemoryTables(), generatePolicy(g)]
  const context = aContext({ stores: memoryStores(tables), policy })
  const people: User[] = []
  for (const name of ['ann', 'bea', 'cat']) people.push(await context.stores.users.add(aUser(name), null))
  await addContent(g, context, people)
  await addProducts(context)
  for (const person of people) await addOwned(context, person)
  if (g(fc.boolean))
    await context.stores.users.change(people[2]?.id as User['id'], (user) => ({ ...user, deleted: true }))
  return { tables, policy, context: { ...context, caller: generateCaller(g, policy, people) } }
}
