import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[]

/** A message between processes. An answer has the number of its request. */
type Message =
  /** From a server process: it can answer requests from now on. */
  | { readonly about: 'metrics'; readonly is: 'here' }
  /** From a server process: it requests the metrics of all processes. */
  | { readonly about: 'metrics'; readonly is: 'wanted'; readonly id: number }
  /** To a server process: it must send its own metrics. */
  | { readonly about: 'metrics'; readonly is: 'asked'; readonly id: number }
  | {
      readonly about: 'metrics'
      readonly is: 'measured'
      readonly id: number
      readonly measured: MetricValues
    }
  | { readonly about: 'metrics'; readonly is: 'all'; readonly id: number; readonly text: string }

/** After this time, the metrics leave out a frozen or dying process. */
const ANSWER_WITHIN_MS = 2_000

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'about' in message && message.about === 'metrics'

/** Requests that wait for their answers, by number. */
class Pending<Answer> {
  readonly #resolvers = new Map<number, (answer: Answer | null) => void>()
  #last = 0

  /** Null if no answer comes in time. */
  ask(send: (id: number) => void): Promise<Answer | null> {
    const id = (this.#last += 1)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answer(id, null), ANSWER_WITHIN_MS)
      this.#resolvers.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      send(id)
    })
  }

  answer(id: number, answer: Answer | null): void {
    this.#resolvers.get(id)?.(answer)
    this.#resolvers.delete(id)
  }
}

/** In the primary process: collects the metrics of all server processes and aggregates them. */
export const answerForAll = (): void => {
  const serving = new Set<Worker>()
  const pending = new Pending<MetricValues>()
  const measure = (worker: Worker): Promise<MetricValues | null> =>
    pending.ask((id) => worker.send({ about: 'metrics', is: 'asked', id } satisfies Message))
  const allText = async (): Promise<string> => {
    const connected = [...serving].filter((worker) => worker.isConnected())
    const measured = await Promise.all(connected.map(measure))
    return AggregatorRegistry.aggregate(measured.filter((each) => each !== null)).metrics()
  }
  cluster.on('exit', (worker) => serving.delete(worker))
  cluster.on('message', async (worker, message: unknown) => {
    if (!isMessage(message)) return
    if (message.is === 'here') serving.add(worker)
    if (message.is === 'measured') pending.answer(message.id, message.measured)
    if (message.is !== 'wanted') return
    const answer: Message = { about: 'metrics', is: 'all', id: message.id, text: await allText() }
    if (worker.isConnected()) worker.send(answer)
  })
}

/** In a server process: the aggregated metrics of all server processes. */
export const collectFromAll = (own: Registry): (() => Promise<string>) => {
  const pending = new Pending<string>()
  const send = (message: Message): void => void process.send?.(message)
  process.on('message', async (message: unknown) => {
    if (!isMessage(message)) return
    if (message.is === 'all') pending.answer(message.id, message.text)
    if (message.is === 'asked')
      send({ about: 'metrics', is: 'measured', id: message.id, measured: await own.getMetricsAsJSON() })
  })
  send({ about: 'metrics', is: 'here' })
  return async () =>
    (await pending.ask((id) => send({ about: 'metrics', is: 'wanted', id }))) ?? own.metrics()
}
