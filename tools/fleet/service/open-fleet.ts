import type { ContentModel } from '@content-service/domain'
import type { ServiceOptions } from '@content-service/server'
import { createMigratedDatabase } from '../../../libs/server/tests/support/processes/migrated-database.ts'
import { createFleetClock, type FleetClock } from './fleet-clock.ts'
import { createFleetMigration } from './fleet-migration.ts'
import { openFleetService, STORES, type FleetService, type StoreName } from './open-service.ts'

/** Services with one model and one clock on all stores. */
export interface OpenFleet {
  readonly clock: FleetClock
  readonly services: readonly FleetService[]
  readonly find: (name: StoreName) => FleetService
  /** Starts an empty service with the model beside the others. */
  readonly open: (name: StoreName) => Promise<FleetService>
  stop(): Promise<void>
}

const proposeMigration = async (
  model: ContentModel,
): Promise<ServiceOptions & { readonly model: ContentModel }> => {
  const { url, drop } = await createMigratedDatabase()
  try {
    return { model, migrations: [await createFleetMigration(model, url)] }
  } finally {
    await drop()
  }
}

const openAll = async (
  model: ContentModel,
  closing: AsyncDisposableStack,
): Promise<Omit<OpenFleet, 'stop'>> => {
  const [clock, options] = [createFleetClock(), await proposeMigration(model)]
  const open: OpenFleet['open'] = async (name) => {
    const service = await openFleetService(name, options, clock)
    closing.defer(() => service.stop())
    return service
  }
  const services: FleetService[] = []
  for (const name of STORES) services.push(await open(name))
  // There is a service on each store.
  const find = (name: StoreName) => services.find((each) => each.name === name) as FleetService
  return { clock, services, find, open }
}

/** Starts a service on each store. */
export const openFleet = async (model: ContentModel): Promise<OpenFleet> => {
  const closing = new AsyncDisposableStack()
  try {
    return { ...(await openAll(model, closing)), stop: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
