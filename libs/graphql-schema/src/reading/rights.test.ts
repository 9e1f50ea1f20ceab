import { Product, User, type Permission } from '@content-service/domain'
import { maskEmail } from '@content-service/domain/internal/visibility'
import fc, { type GeneratorValue } from 'fast-check'
import { graphql } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createSchema } from '../service/schema.ts'
import { generateDocument } from '../testing/generated-document.ts'
import { generateWorld, type GeneratedWorld } from '../testing/generated-world.ts'

const SEED = 20_261_128
const schema = createSchema()

type Shown = Readonly<Record<string, unknown>>
type Stored = Readonly<Record<string, unknown>>

/** The stored record that an object of a response shows. */
const findStored = ({ tables }: GeneratedWorld, type: string, id: unknown): Stored | undefined => {
  const collection = (
    {
      User: 'users',
      Article: 'articles',
      Post: 'articles',
      ArticleRevision: 'revisions',
      Comment: 'comments',
      Product: 'products',
      Category: 'categories',
      ApiKey: 'apiKeys',
      Webhook: 'webhooks',
      WebhookDelivery: 'webhookDeliveries',
      OAuthClient: 'oauthClients',
      AuditEntry: 'auditEntries',
    } as const
  )[type]
  if (collection === undefined) return undefined
  return tables.of(collection).find((row) => String(row.id) === id) ?? undefined
}

const READ_BY: Readonly<Record<string, Permission>> = {
  Article: 'articles:read',
  Post: 'articles:read',
  Product: Product.permissions.read,
  Category: Product.permissions.read,
  ApiKey: 'api-keys:read',
  Webhook: 'webhooks:read',
  OAuthClient: 'oauth-clients:read',
  AuditEntry: 'audit:read',
}

const may = ({ policy, context }: GeneratedWorld, permission: Permission, row: object): boolean =>
  policy.can(context.caller, permission as never, row as never)

/** Whether the policy opens the record to a caller who asks for the record by its id. */
const isReadable = (world: GeneratedWorld, type: string, row: Stored): boolean => {
  const article = findStored(world, 'Article', row['articleId']) as Stored
  // A rule about comments can follow the link to the article.
  if (type === 'Comment') return may(world, 'comments:read', { ...row, article })
  if (type !== 'ArticleRevision') return may(world, READ_BY[type] as Permission, row)
  return may(world, 'articles:read', article) && may(world, 'articles:write', article)
}

/** Whether the user has a published article, or a comment on one. */
const isPublic = ({ tables }: GeneratedWorld, { id }: Stored): boolean => {
  const published = tables.articles.where({ status: 'PUBLISHED' })
  const hasArticle = published.some(({ ownerId }) => ownerId === id)
  const comments = tables.comments.where(({ authorId }) => authorId === id)
  return hasArticle || comments.some(({ articleId }) => published.some((article) => article.id === articleId))
}

/** C7.9: a relation to one user shows the public profile; a list shows public users and those that the caller may read. */
const isVisibleUser = (world: GeneratedWorld, row: Stored, isInList: boolean): boolean =>
  !isInList || isPublic(world, row) || may(world, 'users:read', row)

/** The private values of a user that an object shows (C3.7). */
const listPrivateValues = (shown: Shown, row: Stored): readonly string[] => {
  const isShown = (field: string) => (shown[`User_${field}`] ?? null) !== null
  const email = shown['User_email']
  const isWhole =
    email !== undefined && email !== maskEmail(row['email'] as string) && row['deleted'] !== true
  return [...Object.keys(User.masks).filter(isShown), ...(isWhole ? ['email'] : [])]
}

/** The parts of an object that the caller may not read. */
const findLeaks = (world: GeneratedWorld, shown: Shown, isInList: boolean): readonly string[] => {
  const type = shown['__typename'] as string
  const row = findStored(world, type, shown['id'])
  if (row === undefined) return []
  const name = `${type} ${String(shown['id'])}`
  if (type !== 'User') return isReadable(world, type, row) ? [] : [name]
  if (!isVisibleUser(world, row, isInList)) return [name]
  return may(world, 'users:read', row) ? [] : listPrivateValues(shown, row).map((field) => `${name} ${field}`)
}

interface Found {
  readonly records: number
  readonly leaks: readonly string[]
}

const search = (world: GeneratedWorld, value: unknown, isInList = false): Found => {
  if (Array.isArray(value)) return merge(value.map((each) => search(world, each, true)))
  if (typeof value !== 'object' || value === null) return { records: 0, leaks: [] }
  const shown = value as Shown
  const below = merge(Object.values(shown).map((each) => search(world, each)))
  // The node of an edge is in the list of its connection.
  const isListed = isInList || (shown['__typename'] as string | undefined)?.endsWith('Edge') === true
  const own = 'id' in shown ? findLeaks(world, shown, isListed) : []
  return { records: below.records + ('id' in shown ? 1 : 0), leaks: [...own, ...below.leaks] }
}

const merge = (found: readonly Found[]): Found => ({
  records: found.reduce((sum, { records }) => sum + records, 0),
  leaks: found.flatMap(({ leaks }) => leaks),
})

describe(`C12.17 no path shows more than a direct query (seed ${SEED})`, () => {
  const seen = { records: 0, refusals: 0 }
  // Without this check, the property would also hold if no document ever reached a record.
  afterAll(() => {
    expect(seen.records).toBeGreaterThan(100)
    expect(seen.refusals).toBeGreaterThan(5)
  })

  it('for generated policies, scopes, rows and documents', async () => {
    const property = async (g: GeneratorValue): Promise<void> => {
      const world = await generateWorld(g)
      const source = generateDocument(g, schema, world.tables)
      const { data, errors = [] } = await graphql({ schema, source, contextValue: world.context })
      const { records, leaks } = search(world, data)
      seen.records += records
      seen.refusals += errors.filter(({ message }) => message.includes('You need the permission')).length
      for (const { originalError, message } of errors) expect(originalError, message).toHaveProperty('code')
      expect(leaks, source).toEqual([])
    }
    await fc.assert(fc.asyncProperty(fc.gen(), property), {
      seed: SEED,
      numRuns: countRuns({ short: 300, long: 6_000 }),
      interruptAfterTimeLimit: countRuns({ short: 10_000, long: 120_000 }),
    })
  }, 150_000)
})
