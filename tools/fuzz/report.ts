import type { GeneratedRequest } from './requests/generated-request.ts'
import type { Breach, Measured } from './limits.ts'

const SHOWN_BODY = 300
const SHOWN_HEADER = 100
const SHOWN_LOG = 2_000
const MIB = 1_048_576

export interface Finding {
  readonly seed: number
  readonly place: number
  readonly request: GeneratedRequest
  readonly breaches: readonly Breach[]
  /** The last errors that the service logged. */
  readonly log: string
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text

const bodyText = ({ body }: GeneratedRequest): string =>
  body === undefined ? '(no body)' : cut(Buffer.from(body).toString(), SHOWN_BODY)

/** The lines of the log, which explain a wrong status. */
const logLines = ({ breaches, log }: Finding): readonly string[] =>
  breaches.some(({ limit }) => limit === 'status') ? [`  log: ${log.slice(-SHOWN_LOG)}`] : []

export const findingLines = (finding: Finding): readonly string[] => {
  const { seed, place, request, breaches } = finding
  return [
    `Finding: seed ${seed}, place ${place} (${request.kind}: ${request.variant})`,
    ...breaches.map(({ text }) => `  broken: ${text}`),
    `  ${request.method} ${cut(request.path, SHOWN_BODY)}`,
    ...request.headers.map(([name, value]) => `  ${name}: ${cut(value, SHOWN_HEADER)}`),
    `  ${JSON.stringify(bodyText(request))}`,
    ...logLines(finding),
    `  repeat: npx nx fuzz api --seed ${seed} --only ${place}`,
  ]
}

/** A measured value, and the place of its request. */
interface Largest {
  readonly figure: number
  readonly place: number
}

const CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const
type StatusClass = (typeof CLASSES)[number]

const classifyStatus = (status: number): StatusClass => CLASSES[Math.floor(status / 100) - 2] ?? 'none'

const NOTHING: Largest = { figure: 0, place: 0 }

/** Counts the results of the requests of a run. */
export class Tally {
  readonly #counts = new Map<string, Map<StatusClass, number>>()
  #compared = 0
  #cpuMs = NOTHING
  #memory = NOTHING
  #rows = NOTHING

  add(place: number, request: GeneratedRequest, { status, cpuMs, memoryBytes, rows }: Measured): void {
    const counts = this.#counts.get(request.kind) ?? new Map<StatusClass, number>()
    this.#counts.set(
      request.kind,
      counts.set(classifyStatus(status), (counts.get(classifyStatus(status)) ?? 0) + 1),
    )
    const larger = (before: Largest, figure: number): Largest =>
      figure > before.figure ? { figure, place } : before
    this.#cpuMs = larger(this.#cpuMs, cpuMs)
    this.#memory = larger(this.#memory, memoryBytes)
    if (status >= 400) this.#rows = larger(this.#rows, rows.length)
  }

  addCompared(): void {
    this.#compared += 1
  }

  lines(seconds: number): readonly string[] {
    const row = (name: string, cells: readonly (string | number)[]) =>
      name.padEnd(20) + cells.map((cell) => String(cell).padStart(8)).join('')
    const rows = [...this.#counts].toSorted().map(([kind, counts]) => {
      const cells = CLASSES.map((name) => counts.get(name) ?? 0)
      return row(kind, [cells.reduce((sum, count) => sum + count, 0), ...cells])
    })
    const largest = (name: string, { figure, place }: Largest, unit: string) =>
      `${name}: ${figure} ${unit} (place ${place})`
    return [
      row('kind', ['all', ...CLASSES]),
      ...rows,
      largest('largest CPU time', this.#cpuMs, 'ms'),
      largest(
        'largest additional memory',
        { ...this.#memory, figure: Math.round(this.#memory.figure / MIB) },
        'MiB',
      ),
      largest('most rows of a request with status 4xx', this.#rows, 'rows'),
      `reads by both ways: ${this.#compared}`,
      `duration: ${Math.round(seconds)} s`,
    ]
  }
}
