import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackedService } from './attacked-service.ts'
import { countOutcome, nameOutcome, type Outcomes } from './outcomes.ts'

/** A sender waits this part of Retry-After: it is impolite, but costs itself no time with refusals. */
const HONOURED_PART = 0.25
/** After a refusal without Retry-After, so that refusals do not occupy the attack itself. */
const PAUSE_MS = 100

type Headers = Readonly<Record<string, string>>

/** Senders that attack at the same time. */
export interface Crowd {
  readonly senders: number
  /** The requests that each sender has open at a time. */
  readonly streams: number
  readonly seconds: number
  /** The headers of the addresses or credentials, which the senders share. */
  readonly origins: readonly Headers[]
  /** The GraphQL query of the request with this number, from 0. */
  readonly create: (number: number) => string
}

export interface CrowdResult {
  readonly outcomes: Outcomes
  readonly perSecond: number
  /** Requests without a response when the time was over. */
  readonly open: number
}

interface Answer {
  readonly outcome: string
  readonly waitMs: number
}

const readWait = ({ status, headers }: Response): number => {
  if (status < 400) return 0
  const seconds = status === 429 ? Number(headers.get('retry-after') ?? 0) : 0
  return Math.max(PAUSE_MS, seconds * 1_000 * HONOURED_PART)
}

/** Null if the time is over before the response is complete. */
const ask = async (
  { url }: AttackedService,
  query: string,
  headers: Headers,
  signal: AbortSignal,
): Promise<Answer | null> => {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
      signal,
    })
    return { outcome: nameOutcome(response.status, await response.text()), waitMs: readWait(response) }
  } catch {
    return signal.aborted ? null : { outcome: nameOutcome(null, ''), waitMs: PAUSE_MS }
  }
}

/** The origin of a request: each origin serves the same number of streams, or a stream takes its origins in turn. */
const chooseOrigin = (origins: readonly Headers[], sender: number, round: number, senders: number): Headers =>
  origins[(sender + round * senders) % origins.length] ?? {}

/** Sends the queries of a crowd until its time is over. */
export const sendAsCrowd = async (
  service: AttackedService,
  { senders, streams, seconds, origins, create }: Crowd,
): Promise<CrowdResult> => {
  const signal = AbortSignal.timeout(seconds * 1_000)
  const outcomes = new Map<string, number>()
  let [sent, open] = [0, 0]
  const send = async (sender: number): Promise<void> => {
    for (let round = 0; !signal.aborted; round += 1) {
      const headers = chooseOrigin(origins, sender, round, senders)
      const answer = await ask(service, create(sent++), headers, signal)
      if (answer === null) open += 1
      else countOutcome(outcomes, answer.outcome)
      await sleep(answer?.waitMs ?? 0, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: senders * streams }, (_, stream) => send(stream % senders)))
  const answered = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
  return { outcomes, perSecond: answered / seconds, open }
}
