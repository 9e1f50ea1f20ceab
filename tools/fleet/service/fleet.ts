import type { ContentModel } from '@content-service/domain'
import { StoreIds } from './ids.ts'
import type { FleetService } from './open-service.ts'
import { send, show, type FleetAnswer, type FleetRequest, type Sent, type Ship } from './send.ts'

/** Two services or two interfaces that answer differently. */
export interface Difference {
  readonly about: string
  readonly request: string
  readonly answers: Readonly<Record<string, string>>
}

/** A service that has written something else differs in all that follows. */
const MOST_DIFFERENCES = 10
const LONGEST = 3_000
const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** Services with one model on different stores, which get the same requests. */
export class Fleet {
  readonly differences: Difference[] = []
  readonly model: ContentModel
  readonly #ships: readonly Ship[]

  constructor(services: readonly FleetService[]) {
    this.model = (services[0] as FleetService).model
    this.#ships = services.map((service) => ({ service, ids: new StoreIds() }))
  }

  /** Sends a request to all services, and notes if they answer differently or fail. */
  async ask(request: FleetRequest): Promise<FleetAnswer> {
    const sent = await Promise.all(this.#ships.map((ship) => send(ship, request)))
    const [first] = sent as [Sent]
    if (sent.some((each) => show(each) !== show(first) || each.status >= 500))
      this.note(
        'the stores',
        request,
        Object.fromEntries(
          this.#ships.map(({ service }, place) => [service.name, show(sent[place] as Sent)]),
        ),
      )
    return { status: first.status, next: first.next, body: JSON.parse(first.text) }
  }

  /** Does the work of all services that is due: it writes the counted views. */
  async settle(): Promise<void> {
    for (const { service } of this.#ships) await service.settle()
  }

  /** @throws Error for the last difference that is noted. */
  note(about: string, request: unknown, answers: Readonly<Record<string, string>>): void {
    const texts = Object.entries(answers).map(([name, text]) => [name, shorten(text)])
    this.differences.push({
      about,
      request: shorten(JSON.stringify(request)),
      answers: Object.fromEntries(texts),
    })
    if (this.differences.length >= MOST_DIFFERENCES) throw new Error(this.describe())
  }

  /** Notes if the interfaces show something else. */
  compare(about: string, request: unknown, rest: unknown, graphql: unknown): void {
    const answers = { rest: JSON.stringify(rest), graphql: JSON.stringify(graphql) }
    if (answers.rest !== answers.graphql) this.note(about, request, answers)
  }

  describe(): string {
    return this.differences
      .map(({ about, request, answers }) =>
        [
          `${about} differ about ${request}`,
          ...Object.entries(answers).map(([name, text]) => `  ${name}: ${text}`),
        ].join('\n'),
      )
      .join('\n\n')
  }
}
