import { ANYBODY } from '../access/access.ts'
import type { Context, DomainSettings } from '../context/context.ts'
import { ContentError } from '../rules/errors.ts'
import type { RunInBackground } from '../context/background.ts'
import { UNLIMITED_QUOTA } from '../context/quota.ts'
import { DEFAULT_FILTER_LIMITS } from '../visibility/lists/filter-limits.ts'
import { DEFAULT_RESPONSE_LIMIT } from '../reading/response-budget.ts'
import { NO_SIGN_IN } from '../sessions/sign-in-facts.ts'
import { builtInModel } from './content-types.ts'

export const DEFAULT_SETTINGS: DomainSettings = {
  presentation: {},
  allowSignUp: true,
  confirmsEmail: true,
  baseUrl: 'http://localhost:3000',
  responseLimit: DEFAULT_RESPONSE_LIMIT,
  maxApiKeys: 100,
  maxWebhooks: 50,
  maxRevisions: 500,
  maxDrafts: 200,
  filterLimits: DEFAULT_FILTER_LIMITS,
}

/** Parts without a default: stores, passwords and secrets. `createContextParts` of identity makes the secret parts. */
type NeededParts =
  | 'stores'
  | 'passwords'
  | 'throttle'
  | 'codes'
  | 'secrets'
  | 'signing'
  | 'cursors'
  | 'links'
  | 'keyedHash'
  | 'mailer'
  | 'mailEncryption'

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error))

const runUnbounded: RunInBackground = (work) => void Promise.resolve().then(work).catch(warn)

const refuseSubscription = (): never => {
  throw new ContentError('UNAVAILABLE', 'This server has no subscriptions.')
}

const refuseGraphql = async (): Promise<never> => {
  throw new ContentError('UNAVAILABLE', 'This server runs no GraphQL for operations.')
}

const refuseStatus = (): never => {
  throw new ContentError('UNAVAILABLE', 'This server has no state to show.')
}

/**
 * The context of an operation. Without other parts, the caller is anonymous, the content and its policy are those of the
 * service, nothing is limited, and views do not count.
 */
export const createContext = ({
  caller = ANYBODY,
  now = () => new Date(),
  ...parts
}: Pick<Context, NeededParts> & Partial<Context>): Context => ({
  // C15.24: all rights of the operation see the same time.
  caller: { ...caller, now: now() },
  origin: { credential: 'none', address: null, requestId: 'none' },
  signIn: NO_SIGN_IN,
  model: builtInModel,
  policy: (parts.model ?? builtInModel).policy,
  quota: UNLIMITED_QUOTA,
  inShare: (work) => work(),
  settings: DEFAULT_SETTINGS,
  runInBackground: runUnbounded,
  subscribe: async () => refuseSubscription(),
  readStatus: async () => refuseStatus(),
  runGraphql: refuseGraphql,
  now,
  viewed: () => undefined,
  ...parts,
})
