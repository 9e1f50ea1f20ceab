import { WINDOW_SECONDS, type Quota } from './rate-limit.ts'

/** Seconds since 1970, not before the window has ended. */
const toUnixSeconds = (time: Date): number => Math.ceil(time.getTime() / 1000)

/** C9.1: section 8 of the specification, and draft-ietf-httpapi-ratelimit-headers-10 §3 and §4. */
export const createQuotaHeaders = (quota: Quota): Readonly<Record<string, string>> => ({
  'x-ratelimit-limit': String(quota.limit),
  'x-ratelimit-remaining': String(quota.remaining),
  'x-ratelimit-reset': String(toUnixSeconds(quota.resetsAt)),
  'ratelimit-policy': `"${quota.kind}";q=${quota.limit};w=${WINDOW_SECONDS}`,
  ratelimit: `"${quota.kind}";r=${quota.remaining};t=${quota.secondsLeft}`,
})
