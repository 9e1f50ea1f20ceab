import { contentPolicy, ViewCounter, type Context } from '@content-service/domain'
import {
  authenticate,
  passwordKeeper,
  passwordSignIn,
  UserCache,
  type Authenticator,
  type Principal,
  type RequestHeaders,
} from '@content-service/identity'
import { createGraphqlHandler, createSchema } from '@content-service/graphql-schema'
import { createStores, SqlCredentialStore } from '@content-service/persistence'
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
    basic: settings.basicAuth,
    now: systemClock,
  }
}

export const composeService = (opened: OpenDatabase, settings: Settings, baseUrl: string, log: Logger) => {
  const by = authenticator(opened, settings, baseUrl)
  const views = new ViewCounter()
  const passwords = passwordKeeper(settings.passwordMinLength)
  const report = (error: unknown): void => log.error({ err: error }, 'a request failed')
  return {
    baseUrl,
    report,
    graphql: createGraphqlHandler({ schema: createSchema(), report }),
    rest: createRestHandler({ baseUrl, report }),
    /** Who asks. @throws CredentialRefused. */
    authenticate: (headers: RequestHeaders, address: string | null): Promise<Principal> =>
      authenticate(headers, address, by),
    /** What the operations of one request work with. */
    contextFor: ({ caller, credential }: Principal, { address, requestId }: Client): Context => ({
      caller,
      origin: { credential, address, requestId },
      policy: contentPolicy,
      stores: createStores(opened.database.session()),
      passwords,
      settings: { allowSignUp: settings.allowSignUp },
      now: systemClock,
      viewed: oncePerRequest((id) => views.count(id)),
    }),
    flushViews: () => views.flush(createStores(opened.database.session()).articles),
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
