import { RateLimited, computeRequestWeight } from '@content-service/domain'

/** Counts so many requests beside the one that is counted already (C9.3). @throws RateLimited when too few are left. */
export type Charge = (requests: number) => Promise<void>

/** C9.3: why a request of this cost is not to run now; null when it may. */
export const chargeCost = async (charge: Charge | undefined, cost: number): Promise<RateLimited | null> => {
  try {
    await charge?.(computeRequestWeight(cost))
    return null
  } catch (error) {
    if (error instanceof RateLimited) return error
    throw error
  }
}
