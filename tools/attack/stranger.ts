import { setTimeout as sleep } from 'node:timers/promises'

/** The responses that somebody else received during an attack. */
export interface StrangerTimes {
  readonly requests: number
  /** Requests without a response below 500. */
  readonly failures: number
  readonly medianMs: number
  readonly slowestMs: number
}

const timeRequest = async (send: () => Promise<Response>): Promise<{ ms: number; failed: boolean }> => {
  const started = performance.now()
  try {
    const response = await send()
    await response.arrayBuffer()
    return { ms: performance.now() - started, failed: response.status >= 500 }
  } catch {
    return { ms: performance.now() - started, failed: true }
  }
}

/** Sends the request of a stranger again and again, one after the other, until the attack has ended. */
export const watchStranger = async (
  send: () => Promise<Response>,
  attack: Promise<unknown>,
  pauseMs = 100,
): Promise<StrangerTimes> => {
  let hasEnded = false
  const ended = attack.finally(() => (hasEnded = true))
  const times: number[] = []
  let failures = 0
  while (!hasEnded) {
    const { ms, failed } = await timeRequest(send)
    times.push(ms)
    if (failed) failures += 1
    await Promise.race([sleep(pauseMs), ended.catch(() => {})])
  }
  await ended
  times.sort((a, b) => a - b)
  const medianMs = times[Math.floor(times.length / 2)] ?? 0
  return { requests: times.length, failures, medianMs, slowestMs: times.at(-1) ?? 0 }
}
