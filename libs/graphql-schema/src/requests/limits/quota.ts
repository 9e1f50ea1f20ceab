import { RateLimited } from '@content-service/domain/internal/rules'
import { computeRequestWeight } from '@content-service/domain/internal/context'
import type { Cost } from './cost.ts'

/** Charges further requests in addition to the counted request (C9.3). @throws RateLimited if too few are left. */
export type Charge = (requests: number) => Promise<void>

/** C9.3: the refusal of a request with this cost; null if the request may run. */
export const chargeCost = async (
  charge: Charge | undefined,
  { cost, price }: Cost,
): Promise<RateLimited | null> => {
  try {
    await charge?.(computeRequestWeight(cost) + price)
    return null
  } catch (error) {
    if (error instanceof RateLimited) return error
    throw error
  }
}
