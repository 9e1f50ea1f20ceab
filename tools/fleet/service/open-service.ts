import { tmpdir } from 'node:os'
import type { ContentModel } from '@content-service/domain'
import type { TransferStore } from '@content-service/domain/internal/transfer'
import { openDatabase, openEmbedded } from '@content-service/persistence'
import { readSettings, type ServiceOptions } from '@content-service/server'
import { createDatabaseStorage } from '../../../libs/server/src/storage/storage.ts'
import { openServiceForTests, type Storage } from '@content-service/server/for-tests'
import { capture } from '../../../libs/testing/src/captured.ts'
import { createCallers } from '../../../libs/testing/src/callers.ts'
import { createMemoryStorage } from '../../../libs/testing/src/memory/memory-storage.ts'
import { createSeeds } from '../../../libs/testing/src/seeds.ts'
import { createMigratedDatabase } from '../../../libs/server/tests/support/processes/migrated-database.ts'
import type { FleetClock } from './fleet-clock.ts'

export const STORES = ['memory', 'PGlite', 'PostgreSQL'] as const
export type StoreName = (typeof STORES)[number]

/** A whole service on one store. */
export interface FleetService {
  readonly name: StoreName
  readonly url: string
  readonly model: ContentModel
  /** The header of the administrator, with a token that is valid now. */
  readonly authorize: () => Promise<string>
  /** Exports and imports; stores in memory do neither. */
  readonly transfer: TransferStore
  /** Does all work that is due. */
  readonly settle: () => Promise<void>
  stop(): Promise<void>
}

const SETTINGS = {
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  JWT_SECRET: 'a secret of thirty-two bytes or more',
  SAMPLE_CONTENT: 'false',
  // One caller sends many requests.
  RATE_LIMIT: '100000000',
  RATE_LIMIT_ANONYMOUS: '100000000',
  // One document selects all members of a type with blocks, or asks for many lists.
  GRAPHQL_MAX_ALIASES: '1000',
  GRAPHQL_MAX_COST: '1000000',
  GRAPHQL_MAX_TOKENS: '20000',
}

interface Place {
  readonly settings: Readonly<Record<string, string>>
  readonly storage?: Storage
}

type OpenPlace = (
  options: ServiceOptions & { readonly model: ContentModel },
  closing: AsyncDisposableStack,
) => Promise<Place>

const PLACES: Readonly<Record<StoreName, OpenPlace>> = {
  memory: async ({ model }) => ({
    settings: { DATA_DIR: tmpdir() },
    storage: createMemoryStorage(model),
  }),
  PGlite: async ({ model, migrations }, closing) => {
    // In memory, a write takes less time than in a folder.
    const embedded = await openEmbedded()
    closing.defer(() => embedded.close())
    const database = await openDatabase({ embedded }, { model, migrations: migrations ?? [] })
    closing.defer(() => database.close())
    await database.migrate()
    return {
      settings: { DATA_DIR: tmpdir() },
      storage: createDatabaseStorage({ database, isFull: () => false }, model),
    }
  },
  PostgreSQL: async (_, closing) => {
    const { url, drop } = await createMigratedDatabase()
    closing.defer(drop)
    return { settings: { DATABASE_URL: url } }
  },
}

const RENEWED_AFTER_MS = 60_000

/** A token is valid for 15 minutes of the clock of the services. */
const keepToken = (issue: () => Promise<string | undefined>, { now }: FleetClock) => {
  let [token, issuedAt] = [Promise.resolve<string | undefined>(undefined), Number.NEGATIVE_INFINITY]
  return async (): Promise<string> => {
    const time = now().getTime()
    if (time - issuedAt > RENEWED_AFTER_MS) [token, issuedAt] = [issue(), time]
    return `Bearer ${await token}`
  }
}

const open = async (
  name: StoreName,
  options: ServiceOptions & { readonly model: ContentModel },
  { clock, closing }: { readonly clock: FleetClock; readonly closing: AsyncDisposableStack },
): Promise<FleetService> => {
  const { settings, storage } = await PLACES[name](options, closing)
  const { mailer, sender } = capture(() => 204)
  const service = await openServiceForTests(readSettings({ ...SETTINGS, ...settings }), {
    options,
    surroundings: { now: clock.now, mailer, sender },
    storage,
  })
  closing.defer(() => service.stop())
  const seeds = createSeeds({ ...service, now: clock.now })
  const authorize = keepToken(createCallers(service, seeds, clock.now).as('ADMIN').token, clock)
  // The first token creates the administrator, whom an import would bring otherwise.
  await authorize()
  return {
    name,
    url: service.url,
    model: service.model,
    authorize,
    transfer: service.storage.transfer,
    settle: service.settle,
    stop: () => closing.disposeAsync(),
  }
}

/** Starts a service on a store of its own. */
export const openFleetService = async (
  name: StoreName,
  options: ServiceOptions & { readonly model: ContentModel },
  clock: FleetClock,
): Promise<FleetService> => {
  const closing = new AsyncDisposableStack()
  try {
    return await open(name, options, { clock, closing })
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
