import { readFileSync } from 'node:fs'
import { buildClientSchema, getIntrospectionQuery, printSchema, type IntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { schemaLines, type SchemaLines } from '../support/specification/schema-lines.ts'

const linesIn = (file: string): SchemaLines =>
  schemaLines(readFileSync(new URL(`../support/specification/${file}.graphql`, import.meta.url), 'utf8'))

const SPECIFICATION = linesIn('specification')
const ADDITIONS = linesIn('additions')

/**
 * The further parts of the schema, by the beginning of their place, with the clause of the contract that they serve.
 */
const FURTHER = {
  Decimal: 'C16.1',
  'AuditEntry.field': 'C12.6',
  'AuditEntry.reason': 'C12.6',
  'AuditEntry.moreRefused': 'C12.6',
  'Query.auditLog(': 'C19.5',
  'Query.serviceStatus': 'C19.5',
  'Query.users(deleted': 'C12.2',
  'Query.usersConnection(deleted': 'C12.2',
  'Query.articles(ownerId': 'C12.2',
  'Query.articlesConnection(ownerId': 'C12.2',
  'Query.articles(limit': 'C15.9',
  'Query.articles(offset': 'C15.9',
  'Query.products(limit': 'C15.9',
  'Query.products(offset': 'C15.9',
  'Query.categories(limit': 'C15.9',
  'Query.categories(offset': 'C15.9',
  'User.roles': 'C12.3',
  'UpdateUserInput.roles': 'C12.3',
  'UpdateUserInput.currentPassword': 'C12.4',
  'User.pendingEmail': 'C12.4',
  'Mutation.confirmEmail': 'C12.4',
  'User.availableActions': 'C12.8',
  'Article.availableActions': 'C12.8',
  'Comment.availableActions': 'C12.8',
  'Product.availableActions': 'C12.8',
  'Category.availableActions': 'C12.8',
  'Query.contentModel': 'C17.9',
  'Query.currentPermissions': 'C20.4',
  'Query.articleActions': 'C17.9',
  'Query.commentActions': 'C17.9',
  'Query.userActions': 'C17.9',
  'Query.productActions': 'C17.9',
  'Query.categoryActions': 'C17.9',
  'Query.categoryBy': 'C14.4',
  'Query.articleBy': 'C17.7',
  ArticleUnique: 'C17.7',
  'Article.slug': 'C17.7',
  'CreateArticleInput.slug': 'C17.7',
  'UpdateArticleInput.slug': 'C17.7',
  CategoryUnique: 'C14.4',
  'Mutation.bulkAction': 'C14.4',
  'Mutation.upsertProduct': 'C14.4',
  RecordType: 'C14.4',
  'Success.id': 'C14.4',
  'Success.status': 'C14.4',
  'Error.id': 'C14.4',
  'Error.status': 'C14.4',
  'ApiKey.owner': 'C7.3',
  'Query.apiKeys(': 'C5.5',
  'Query.webhooks(': 'C5.5',
  'Subscription.': 'C11.1',
  DataExport: 'C11.2',
  'Query.dataExport': 'C11.2',
  'Mutation.exportMyData': 'C11.2',
  'Mutation.eraseUser': 'C11.2',
  WebhookDelivery: 'C11.1',
  'Query.webhookDeliveries': 'C11.1',
  'Query.deadLetters': 'C11.1',
  HandlerDeadLetter: 'C19.5',
  'Query.handlerDeadLetters': 'C19.5',
  'Mutation.retryHandlerEvent': 'C19.5',
  'Mutation.rotateWebhookSecret': 'C11.1',
  'Mutation.testWebhook': 'C11.1',
  'Mutation.replayDeadLetter': 'C11.1',
  'Query.explainAccess': 'C7.7',
  'AccessExplanation.': 'C7.7',
  'AccessRule.': 'C7.7',
  'Query.sessions': 'C7.5',
  'Query.userSessions': 'C19.5',
  'Mutation.endUserSession': 'C19.5',
  'Session.': 'C7.5',
  'Mutation.endSession': 'C7.5',
  'Article.draft': 'C17.6',
  ArticleDraft: 'C17.6',
  'Mutation.saveArticleDraft': 'C17.6',
  'Mutation.discardArticleDraft': 'C17.6',
  'Mutation.applyArticleDraft': 'C17.6',
  'Query.oauthClients': 'C12.2',
  'OAuthClient.': 'C12.2',
  'Mutation.rotateOAuthClientSecret': 'C12.2',
  'Mutation.deleteOAuthClient': 'C12.2',
  'Mutation.createOAuthClient': 'C7.5',
  'CreateOAuthClientInput.': 'C7.5',
  'CreatedOAuthClient.': 'C7.5',
  OAuthGrantType: 'C7.5',
  'Query.secondFactor': 'C7.4',
  'SecondFactor.': 'C7.4',
  'SecondFactorSecret.': 'C7.4',
  'Mutation.enableSecondFactor': 'C7.4',
  'Mutation.confirmSecondFactor': 'C7.4',
  'Mutation.disableSecondFactor': 'C7.4',
  'Mutation.removeSecondFactor': 'C7.4',
  'Mutation.renewRecoveryCodes': 'C7.4',
} as const

let service: TestService
let introspection: IntrospectionQuery
let served: SchemaLines

beforeAll(async () => {
  service = await startTestService()
  const { body } = await service.graphql(getIntrospectionQuery({ inputValueDeprecation: true }), {}, null)
  introspection = body.data
  served = schemaLines(printSchema(buildClientSchema(introspection)))
})
afterAll(() => service.stop())

describe('2 and 4.1 the served introspection contains all parts of the specification', () => {
  it.each([...SPECIFICATION])('%s: %s', (place, what) => {
    expect(served.get(place)).toBe(what)
  })

  it('2.8 @deprecated has a reason with a default text', () => {
    const deprecated = introspection.__schema.directives.find(({ name }) => name === 'deprecated')
    expect(deprecated?.locations).toEqual(expect.arrayContaining(['FIELD_DEFINITION', 'ENUM_VALUE']))
    expect(deprecated?.args.map(({ name, defaultValue }) => [name, defaultValue])).toEqual([
      ['reason', '"No longer supported"'],
    ])
  })
})

describe('C5.13 the served introspection contains all parts of the contract', () => {
  it.each([...ADDITIONS])('%s: %s', (place, what) => {
    expect(served.get(place)).toBe(what)
  })
})

/** C13: the arguments, members and types of lists of all types. */
const LISTS =
  /\((where|orderBy|last|before|by):\)$|\.(nodes|counts|changedAt|comments)\b|(Where|OrderBy|OrderField|CountField|Connection|Edge)\b|^ValueCount/

describe('C5.13 the served introspection contains nothing else', () => {
  const beyond = () =>
    [...served.keys()].filter((place) => !SPECIFICATION.has(place) && !ADDITIONS.has(place))

  it.each(Object.entries(FURTHER))('%s… for %s', (beginning) => {
    expect(beyond().filter((place) => place.startsWith(beginning))).not.toEqual([])
  })

  it('each further part has its clause', () => {
    const hasClause = (place: string) =>
      LISTS.test(place) || Object.keys(FURTHER).some((beginning) => place.startsWith(beginning))
    expect(beyond().filter((place) => !hasClause(place))).toEqual([])
  })
})
