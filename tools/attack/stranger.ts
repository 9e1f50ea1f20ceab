import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../bench/api/report/statistics.ts'
import { countOutcome, nameOutcome, type Outcomes } from './outcomes.ts'

/** The responses that somebody else received during an attack. */
export interface StrangerTimes {
  readonly requests: number
  /** Requests without a response below 500. */
  readonly failures: number
  readonly medianMs: number
  /** 95 of 100 responses took at most this time. */
  readonly p95Ms: number
  readonly slowestMs: number
  readonly outcomes: Outcomes
}

interface TimedRequest {
  readonly ms: number
  readonly failed: boolean
  readonly outcome: string
}

const timeRequest = async (send: () => Promise<Response>): Promise<TimedRequest> => {
  const started = performance.now()
  try {
    const response = await send()
    const text = await response.text()
    const ms = performance.now() - started
    return { ms, failed: response.status >= 500, outcome: nameOutcome(response.status, text) }
  } catch {
    return { ms: performance.now() - started, failed: true, outcome: nameOutcome(null, '') }
  }
}

const summarize = (sent: readonly TimedRequest[]): StrangerTimes => {
  const times = Float64Array.from(sent, ({ ms }) => ms).sort()
  const outcomes = new Map<string, number>()
  for (const { outcome } of sent) countOutcome(outcomes, outcome)
  return {
    requests: sent.length,
    failures: sent.filter(({ failed }) => failed).length,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    p95Ms: percentile(times, 95),
    slowestMs: times.at(-1) ?? 0,
    outcomes,
  }
}

/**
 * Sends the request of a stranger again and again, one after the other, until the attack has ended. A slow response delays
 * the next request, so that a stop of the service counts once in the median, and in full in the slowest time.
 */
export const watchStranger = async (
  send: () => Promise<Response>,
  attack: Promise<unknown>,
  pauseMs = 100,
): Promise<StrangerTimes> => {
  let hasEnded = false
  const ended = attack.finally(() => (hasEnded = true))
  const sent: TimedRequest[] = []
  while (!hasEnded) {
    sent.push(await timeRequest(send))
    await Promise.race([sleep(pauseMs), ended.catch(() => {})])
  }
  await ended
  return summarize(sent)
}
