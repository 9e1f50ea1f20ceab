import { showProgress } from '../../libs/server/src/transfer/progress.ts'
import { compareWays, isRead } from './both-ways.ts'
import { FuzzedService } from './fuzzed-service.ts'
import { createGenerator } from './requests/generate.ts'
import type { GeneratedRequest } from './requests/generated-request.ts'
import type { Breach } from './limits.ts'
import { probe, probeWithLateWork, type Probed } from './probe.ts'
import { findingLines, Tally, type Finding } from './report.ts'
import { send } from './send.ts'

/**
 * The requests that use the same records. A request can end the account or delete the record that later requests need.
 */
const REQUESTS_OF_A_WORLD = 250

/** The statuses of unknown callers and of callers who must wait: their reads have no way. */
const REFUSED_CALLERS: ReadonlySet<number> = new Set([401, 429])

export interface RunOptions {
  readonly seed: number
  readonly places: readonly number[]
  readonly tell: (line: string) => void
  /** Ends the run after the present request. */
  readonly signal: AbortSignal
}

interface Sent {
  readonly place: number
  readonly request: GeneratedRequest
}

/** Sends the requests one after the other, and collects the findings. */
class Run {
  readonly findings: Finding[] = []
  readonly tally = new Tally()
  readonly #service: FuzzedService
  readonly #options: RunOptions
  /** The request before the present request: its late work can be the cause if a request breaks a limit only once. */
  #before: Sent | undefined

  constructor(service: FuzzedService, options: RunOptions) {
    this.#service = service
    this.#options = options
  }

  async send(place: number, request: GeneratedRequest): Promise<void> {
    const probed = await probe(this.#service, request)
    // Ctrl-C on a terminal ends the api, too.
    if (this.#options.signal.aborted) return
    this.tally.add(place, request, probed.measured)
    await this.#judge({ place, request }, probed)
    const wasInnocent = probed.isRepeated && probed.breaches.length === 0
    if (wasInnocent && this.#before)
      await this.#judge(this.#before, await probeWithLateWork(this.#service, this.#before.request))
    this.#before = { place, request }
    if (isRead(request) && !REFUSED_CALLERS.has(probed.measured.status) && this.#service.lastWords === null)
      await this.#compareWays({ place, request }, probed)
  }

  /** Sends the read twice more, so that its plan answers, with the same limits. */
  async #compareWays({ place, request }: Sent, { measured }: Probed): Promise<void> {
    const { url, generalUrl } = this.#service
    if (measured.status < 400) await send(url, request)
    const breaches: Breach[] = []
    const prepared = async () => {
      const again = await probe(this.#service, request)
      breaches.push(...again.breaches)
      return again.measured
    }
    const differences = await compareWays({ prepared, general: () => send(generalUrl, request) }, request)
    this.tally.addCompared()
    await this.#judge(
      { place, request },
      { measured, breaches: [...breaches, ...differences], isRepeated: true },
    )
  }

  async #judge({ place, request }: Sent, { breaches }: Probed): Promise<void> {
    const { seed } = this.#options
    if (this.#service.lastWords !== null) await this.#reportEnd({ place, request })
    else if (breaches.length > 0) this.#report({ seed, place, request, breaches, log: this.#service.log })
  }

  async #reportEnd({ place, request }: Sent): Promise<void> {
    const text = `the process ended: ${this.#service.lastWords}`
    this.#report({
      seed: this.#options.seed,
      place,
      request,
      breaches: [{ limit: 'response', text }],
      log: '',
    })
    await this.#service.startAgain()
  }

  #report(finding: Finding): void {
    this.findings.push(finding)
    for (const line of findingLines(finding)) this.#options.tell(line)
  }
}

/** @returns the number of findings. */
export const runFuzzer = async (options: RunOptions): Promise<number> => {
  const started = performance.now()
  const service = await FuzzedService.start()
  const progress = showProgress(options.places.length)
  try {
    const run = new Run(service, options)
    const generate = createGenerator(options.seed, service.world)
    for (const [done, place] of options.places.entries()) {
      if (options.signal.aborted) break
      if (done % REQUESTS_OF_A_WORLD === 0) await service.restore()
      await run.send(place, generate(place))
      progress.update(done + 1, `${done + 1} requests, ${run.findings.length} findings`)
    }
    progress.finish()
    for (const line of run.tally.lines((performance.now() - started) / 1_000)) options.tell(line)
    return run.findings.length
  } finally {
    progress.finish()
    await service.stop()
  }
}
