import {
  ANYBODY,
  laterQueue,
  noteRefusal,
  serviceAct,
  ViewCounter,
  type Act,
  type ContentPolicy,
  type Context,
} from '@content-service/domain'
import {
  authenticate,
  credentialKind,
  cursorSealer,
  passwordKeeper,
  secretMaker,
  type Authenticator,
  type Principal,
  type Counters,
  type RequestHeaders,
  type TokenKeys,
  type TokenSettings,
} from '@content-service/identity'
import { createGraphqlHandler, createSchema } from '@content-service/graphql-schema'
import { createStores, SqlApiKeyFinder } from '@content-service/persistence'
import { createRestHandler } from '@content-service/rest-handlers'
import type { Logger } from 'pino'
import { composeSignIn, type SignInService } from './compose-sign-in.ts'
import type { Settings } from './config.ts'
import { secretIn } from './data-directory.ts'
import type { OpenDatabase } from './database.ts'
import { derivedKey } from './derived-key.ts'
import { createMailer } from './mailer.ts'
import { composeOAuth, tokenFacts, tokenSettings } from './oauth.ts'
import { readTrustedDocuments } from './trusted-documents.ts'

/** The parts that a server is made of. */
export type Service = ReturnType<typeof composeService>

/** Who sent a request, before anything is known of who they are. */
export interface Client {
  readonly address: string | null
  readonly requestId: string
  /** Aborted when nobody waits for the request any more. */
  readonly signal?: AbortSignal
}

const systemClock = (): Date => new Date()

/** What the private key says is as secret as it is itself. */
const secretOfKey = ({ signing }: TokenKeys): string =>
  signing.sign.export({ type: 'pkcs8', format: 'der' }).toString('base64url')

/** What all processes of the service share: set, or kept in a directory, which production refuses (C10.2). */
const secretOf = ({ jwtSecret, tokenKeys, dataDir }: Settings): string =>
  jwtSecret ?? (tokenKeys === undefined ? secretIn(dataDir) : secretOfKey(tokenKeys))

interface AuthenticatorParts {
  readonly tokens: TokenSettings
  readonly policy: ContentPolicy
  readonly people: SignInService
}

const authenticator = (
  { database }: OpenDatabase,
  settings: Settings,
  { tokens, policy, people }: AuthenticatorParts,
): Authenticator => ({
  signIn: people.signIn,
  tokens,
  facts: tokenFacts(database, people.accounts, policy),
  apiKeys: new SqlApiKeyFinder(database.session()),
  basic: settings.basicAuth,
  now: systemClock,
})

/** What a service works with beside its settings. */
export interface Surroundings {
  readonly opened: OpenDatabase
  readonly counters: Counters
  readonly policy: ContentPolicy
  readonly baseUrl: string
  readonly log: Logger
}

export const composeService = (
  { opened, counters, policy, baseUrl, log }: Surroundings,
  settings: Settings,
) => {
  const secret = secretOf(settings)
  const people = composeSignIn({ database: opened.database, counters, secret, now: systemClock }, settings)
  const issuer = settings.authUrl ?? baseUrl
  const tokens = tokenSettings(settings, secret, issuer)
  const by = authenticator(opened, settings, { tokens, policy, people })
  const storesFor = (act: Act, signal?: AbortSignal) => createStores(opened.database.session(), act, signal)
  const trusted = readTrustedDocuments(settings)
  const views = new ViewCounter()
  const passwords = passwordKeeper(people.accounts, settings.passwordMinLength)
  const cursors = cursorSealer(derivedKey(secret, 'cursors'))
  const report = (error: unknown): void => log.error({ err: error }, 'a request failed')
  const mailer = createMailer(settings, baseUrl, log)
  const afterwards = laterQueue((error) => log.error({ err: error }, 'what was left for later failed'))
  const contextFor = (
    { caller, credential }: Principal,
    { address, requestId, signal }: Client,
  ): Context => ({
    caller,
    origin: { credential, address, requestId },
    policy,
    // Each operation names itself: see `performed`.
    stores: storesFor(serviceAct('request', systemClock()), signal),
    passwords,
    codes: people.codes,
    attempts: people.throttle.attempts,
    secrets: secretMaker,
    cursors,
    settings: { allowSignUp: settings.allowSignUp, baseUrl },
    mailer,
    later: afterwards.later,
    now: systemClock,
    viewed: oncePerRequest((id) => views.count(id)),
  })
  return {
    baseUrl,
    trustProxy: settings.trustProxy,
    /** C5.9: off where only registered documents run. */
    hasGraphiql: !trusted.isRequired,
    report,
    graphql: createGraphqlHandler({
      schema: createSchema(policy),
      report,
      limits: settings.graphqlLimits,
      trusted,
    }),
    rest: createRestHandler({ baseUrl, report }),
    oauth: composeOAuth(opened.database, settings, { issuer, tokens, people, policy, report }),
    /** Who asks. @throws CredentialRefused, once it is in the audit log (C7.10). */
    identify: async (headers: RequestHeaders, client: Client): Promise<Principal> => {
      try {
        return await authenticate(headers, client.address, by)
      } catch (error) {
        const refused = contextFor({ caller: ANYBODY, credential: credentialKind(headers) }, client)
        await noteRefusal(refused, error, { action: 'authenticate' })
        throw error
      }
    },
    /** What the operations of one request work with. */
    contextFor,
    /** Waits for what goes on after answers, such as mails. */
    finishLater: afterwards.finished,
    flushViews: () => views.flush(storesFor(serviceAct('count-views', systemClock())).articles),
  }
}

/** C4.6: once per request and article, however often the document asks for it. */
const oncePerRequest = <Id>(count: (id: Id) => void): ((id: Id) => void) => {
  const seen = new Set<Id>()
  return (id) => {
    if (!seen.has(id)) count(id)
    seen.add(id)
  }
}
