import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Context } from '@content-service/domain'
import { getAddressBucket, getBucket, QuotaUsage, type SignIn } from '@content-service/identity'
import type { Logger } from 'pino'
import { composeService, type Service } from './compose.ts'
import { createComposition, type ServiceOptions } from './composition.ts'
import { createFoundation } from './foundation.ts'
import { openInfrastructure } from './infrastructure.ts'
import { createListener } from './listeners.ts'
import type { Settings } from './settings/read-settings.ts'
import { prepareRecords, runBeside } from './start.ts'

/** The sender of a request to your own routes. */
export interface Sender {
  /** The header `authorization`: `Bearer …` or `Basic …`. */
  readonly authorization?: string | undefined
  readonly apiKey?: string | undefined
  /** The address of the sender, by which requests without a credential count; null if it is unknown. */
  readonly address: string | null
}

/** The service inside a program that has a server of its own. */
export interface EmbeddedService {
  /** All interfaces of the service, to mount in your server. */
  readonly listener: RequestListener
  /**
   * The context in which operations of `@content-service/domain` run for a sender. The request counts in the sender's quota.
   * @throws CredentialRefused, RateLimited.
   */
  contextFor(sender: Sender): Promise<Context>
  /** Checks a password, with the throttles of all interfaces (C7.6). */
  readonly signIn: SignIn
  /** Finishes the background work, and closes the database. */
  stop(): Promise<void>
}

const createContextFor =
  (service: Service): EmbeddedService['contextFor'] =>
  async ({ authorization, apiKey, address }) => {
    const quotaUsage = new QuotaUsage(service.rateLimit, () => undefined)
    const client = { address, requestId: randomUUID(), quota: service.createQuota(quotaUsage, address) }
    const headers = {
      ...(authorization !== undefined && { authorization: [authorization] }),
      ...(apiKey !== undefined && { 'x-api-key': [apiKey] }),
    }
    const principal = await service.identify(headers, client, {
      reserve: () => quotaUsage.reserve(getAddressBucket(address)),
      admit: (sender) => quotaUsage.admit(getBucket(sender, address), 1),
    })
    return service.contextFor(principal, client)
  }

/** Opens the database, prepares a first start, and does the background work. It listens to no port. */
export const createService = async (
  settings: Settings,
  log: Logger,
  options: ServiceOptions = {},
): Promise<EmbeddedService> => {
  const closing = new AsyncDisposableStack()
  try {
    const around = await openInfrastructure(
      settings,
      { log, composition: createComposition(options) },
      closing,
    )
    await prepareRecords(around, settings)
    const baseUrl = settings.baseUrl ?? `http://localhost:${settings.port}`
    const foundation = createFoundation({ ...around, baseUrl }, settings)
    const service = composeService(foundation)
    runBeside(foundation, service, closing)
    return {
      listener: createListener(service, settings.bodyLimit),
      contextFor: createContextFor(service),
      signIn: service.signIn,
      stop: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
