import type { Context } from '@content-service/domain'

/** A context whose quota does not charge the first `paid` requests: the request has paid for its lists before it ran. */
export const withPaidLists = (context: Context, paid: number): Context => {
  const { quota } = context
  let left = paid
  const charge = async (requests: number): Promise<void> => {
    const covered = Math.min(left, requests)
    left -= covered
    if (requests > covered) await quota.charge(requests - covered)
  }
  return paid > 0 ? { ...context, quota: { ...quota, charge } } : context
}
