import { hkdfSync } from 'node:crypto'
import {
  ANYBODY,
  contentPolicy,
  noteRefusal,
  serviceAct,
  ViewCounter,
  type Act,
  type Context,
} from '@content-service/domain'
import {
  authenticate,
  credentialKind,
  cursorSealer,
  passwordKeeper,
  passwordSignIn,
  secretMaker,
  UserCache,
  type Authenticator,
  type Principal,
  type RequestHeaders,
} from '@content-service/identity'
import { createGraphqlHandler, createSchema } from '@content-service/graphql-schema'
import { createStores, SqlApiKeyFinder, SqlCredentialStore } from '@content-service/persistence'
import { createRestHandler } from '@content-service/rest-handlers'
import type { Logger } from 'pino'
import type { Settings } from './config.ts'
import type { OpenDatabase } from './database.ts'

/** The parts that a server is made of. */
export type Service = ReturnType<typeof composeService>

/** Who sent a request, before anything is known of who they are. */
export interface Client {
  readonly address: string | null
  readonly requestId: string
}

/** A key of its own for each purpose, all from the one secret that the processes of a service share (RFC 5869). */
const derivedKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))

const systemClock = (): Date => new Date()

const authenticator = (
  { database, keptSecret }: OpenDatabase,
  settings: Settings,
  baseUrl: string,
): Authenticator => {
  const credentials = new SqlCredentialStore(database.session())
  return {
    signIn: passwordSignIn(credentials),
    users: new UserCache((id) => credentials.byId(id), systemClock),
    bearer: {
      // One of the two is there: settings without a secret are refused unless a directory keeps one.
      secret: settings.jwtSecret ?? (keptSecret as () => string)(),
      issuer: settings.jwtIssuer ?? baseUrl,
      audience: settings.jwtAudience ?? baseUrl,
    },
    apiKeys: new SqlApiKeyFinder(database.session()),
    policy: contentPolicy,
    basic: settings.basicAuth,
    now: systemClock,
  }
}

export const composeService = (opened: OpenDatabase, settings: Settings, baseUrl: string, log: Logger) => {
  const by = authenticator(opened, settings, baseUrl)
  const storesFor = (act: Act) => createStores(opened.database.session(), act)
  const views = new ViewCounter()
  const passwords = passwordKeeper(settings.passwordMinLength)
  const cursors = cursorSealer(derivedKey(by.bearer.secret, 'cursors'))
  const report = (error: unknown): void => log.error({ err: error }, 'a request failed')
  const contextFor = ({ caller, credential }: Principal, { address, requestId }: Client): Context => ({
    caller,
    origin: { credential, address, requestId },
    policy: contentPolicy,
    // Each operation names itself: see `performed`.
    stores: storesFor(serviceAct('request', systemClock())),
    passwords,
    secrets: secretMaker,
    cursors,
    settings: { allowSignUp: settings.allowSignUp },
    now: systemClock,
    viewed: oncePerRequest((id) => views.count(id)),
  })
  return {
    baseUrl,
    report,
    graphql: createGraphqlHandler({ schema: createSchema(), report }),
    rest: createRestHandler({ baseUrl, report }),
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
