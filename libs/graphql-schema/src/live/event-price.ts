import { COST_OF_A_REQUEST } from '@content-service/domain/internal/context'
import type { Charge } from '../requests/limits/quota.ts'

/**
 * C15.4: charges a stream for each event with the part of a request that its cost is; the parts of one stream add up.
 * @throws RateLimited if the quota of the stream's sender is used up.
 */
export const createEventCharge = (cost: number, charge: Charge): (() => Promise<void>) => {
  let owed = 0
  return async () => {
    owed += cost
    const requests = Math.floor(owed / COST_OF_A_REQUEST)
    owed -= requests * COST_OF_A_REQUEST
    if (requests > 0) await charge(requests)
  }
}
