import { builtInModel } from '@content-service/domain'
import { listServedOperations } from '@content-service/rest-handlers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast } from '../support/cast.ts'
import { accountParity } from '../support/parity/account-parity.ts'
import { articleParity } from '../support/parity/article-parity.ts'
import { bothStyles, type BothStyles, type Parity } from '../support/parity/both-styles.ts'
import { clientParity } from '../support/parity/client-parity.ts'
import { commentParity } from '../support/parity/comment-parity.ts'
import { keyParity } from '../support/parity/key-parity.ts'
import { newcomers, type Newcomers } from '../support/parity/newcomers.ts'
import { productParity } from '../support/parity/product-parity.ts'
import { secondFactorParity } from '../support/parity/second-factor-parity.ts'
import { userParity } from '../support/parity/user-parity.ts'
import { webhookParity } from '../support/parity/webhook-parity.ts'
import { SAMPLED_DATABASES, startTestService, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'

type Table = (styles: BothStyles, newcomers: Newcomers) => Readonly<Record<string, Parity>>

const TABLES = {
  articles: articleParity,
  comments: commentParity,
  products: productParity,
  accounts: accountParity,
  webhooks: webhookParity,
  users: userParity,
  keys: keyParity,
  clients: clientParity,
  secondFactors: secondFactorParity,
} satisfies Readonly<Record<string, Table>>

/** The names of the operations of a table; no service is needed for them. */
const listNames = (table: Table): readonly string[] => Object.keys(table({} as BothStyles, {} as Newcomers))

/** Operations for programs that create many users, or that need refusals as results (C5.2, C5.12). */
const GRAPHQL_ALONE = ['createUserOrError', 'bulkCreateUsers']

describe.each(SAMPLED_DATABASES)('C6.1 both styles of the interface on %s', (kind) => {
  let service: TestService
  let styles: BothStyles
  let people: Newcomers
  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
    const cast = aCast(service, SECRET)
    styles = bothStyles(service, (await cast.person('ADMIN')).as)
    people = newcomers(service, cast)
  }, 60_000)
  afterAll(() => service.stop())

  describe.each(Object.entries(TABLES))('%s', (_, table) => {
    it.each(listNames(table))('%s: both interfaces read the write at once (C1.2)', async (name) => {
      const operations: Readonly<Record<string, Parity>> = table(styles, people)
      const { prepare, byRest, byGraphql, inRest, inGraphql, expected } = operations[name] as Parity
      const overRest = await byRest(await prepare())
      expect(await inGraphql(overRest)).toEqual(expected)
      expect(await inRest(overRest)).toEqual(expected)
      const overGraphql = await byGraphql(await prepare())
      expect(await inRest(overGraphql)).toEqual(expected)
      expect(await inGraphql(overGraphql)).toEqual(expected)
    })
  })

  const mutationNames = async (): Promise<readonly string[]> => {
    const { __schema } = await styles.graphql('{ __schema { mutationType { fields { name } } } }')
    return __schema.mutationType.fields.map(({ name }: { readonly name: string }) => name)
  }

  it('the test covers every operation, except those by mail or token, or that take days to fail', async () => {
    const done = Object.values(TABLES).flatMap(listNames)
    const left = (await mutationNames()).filter((name) => !done.includes(name))
    // See accounts.test.ts, oauth-token.test.ts and webhook-deliveries.test.ts. Tokens are refused within five seconds.
    const byMailOrToken = [
      'requestPasswordReset',
      'resetPassword',
      'confirmEmail',
      'endSession',
      'endUserSession',
      'signOutEverywhere',
      'retryHandlerEvent',
    ]
    expect(left.toSorted()).toEqual([...GRAPHQL_ALONE, ...byMailOrToken, 'replayDeadLetter'].toSorted())
  })

  it('every mutation of the typed interface has an address', async () => {
    const mutations = await mutationNames()
    const served: ReadonlySet<string> = listServedOperations(builtInModel)
    expect(mutations.filter((name) => !served.has(name)).sort()).toEqual([...GRAPHQL_ALONE].sort())
  })
})
