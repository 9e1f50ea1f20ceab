import { Worker } from 'node:worker_threads'
import { createError, type Opening, type Request, type Response, type Result } from './messages.ts'
import { compilePglite } from './pglite-module.ts'

/** A request that waits for its response. */
interface Waiting {
  readonly request: Request
  readonly limitMs: number | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/** The extension is that of the sources or that of the package. */
const SCRIPT = new URL(`./database-thread${import.meta.url.slice(-3)}`, import.meta.url)

/** PostgreSQL's code of a canceled statement, and of a server that stops. */
const CANCELED = { code: '57014', message: 'canceling statement due to statement timeout' }
const STOPPED = { code: '57P01', message: 'the embedded database has stopped, and starts again' }

/**
 * The thread of an embedded database. PostgreSQL in WebAssembly cannot end a statement: the thread ends with a statement that
 * takes longer than its limit, and a new one opens the database again, as after a kill. Committed transactions stay.
 */
export class DatabaseThread {
  readonly #dataDir: string | undefined
  readonly #onNotice: (channel: string) => void
  readonly #onRestart: () => void
  /** In the order in which the thread runs them. */
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #timer: NodeJS.Timeout | undefined
  #lastId = 0
  /** Whether the next request starts the thread. */
  #isStopped = true
  /** Whether the thread has opened the database: one that cannot is not started again and again. */
  #hasServed = false

  constructor(dataDir: string | undefined, onNotice: (channel: string) => void, onRestart: () => void) {
    this.#dataDir = dataDir
    this.#onNotice = onNotice
    this.#onRestart = onRestart
  }

  send(create: (id: number) => Request, limitMs?: number): Promise<Result> {
    const request = create((this.#lastId += 1))
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { request, limitMs, resolve, reject })
      if (this.#isStopped) return this.#start()
      this.#worker?.postMessage(request)
      if (this.#waiting.size === 1) this.#begin()
    })
  }

  /** Ends the thread. */
  async end(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    worker?.removeAllListeners('message').removeAllListeners('exit')
    await worker?.terminate()
  }

  #start(): void {
    const worker = new Worker(SCRIPT)
    worker.on('message', (response: Response) => this.#receive(response))
    // The event `exit` follows.
    worker.on('error', () => undefined)
    worker.on('exit', () => this.#fail())
    this.#worker = worker
    this.#isStopped = false
    this.#hasServed = false
    void this.#open(worker)
    for (const { request } of this.#waiting.values()) worker.postMessage(request)
    this.#begin()
  }

  async #open(worker: Worker): Promise<void> {
    const opening: Opening = { kind: 'open', code: await compilePglite(), dataDir: this.#dataDir }
    worker.postMessage(opening)
  }

  #receive(response: Response): void {
    if (response.kind === 'notice') return this.#onNotice(response.channel)
    this.#hasServed = true
    const waiting = this.#waiting.get(response.id)
    this.#waiting.delete(response.id)
    this.#begin()
    if (response.kind === 'done') waiting?.resolve(response.result)
    else waiting?.reject(createError(response.error))
  }

  /** The thread begins with the next request. It keeps the process alive while it has one. */
  #begin(): void {
    clearTimeout(this.#timer)
    const [next] = this.#waiting.values()
    if (next === undefined) this.#worker?.unref()
    else this.#worker?.ref()
    // A database in memory would lose everything.
    if (next?.limitMs === undefined || this.#dataDir === undefined) return
    this.#timer = setTimeout(() => void this.#cancel(), next.limitMs)
  }

  async #cancel(): Promise<void> {
    await this.end()
    this.#restart(CANCELED)
  }

  /** The thread has ended by itself. */
  #fail(): void {
    if (this.#hasServed) return this.#restart(STOPPED)
    this.#isStopped = true
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(createError(STOPPED))
  }

  /** The running request fails; those that have not begun go to the new thread. */
  #restart(reason: typeof CANCELED): void {
    const [running] = this.#waiting.values()
    if (running) this.#waiting.delete(running.request.id)
    this.#onRestart()
    this.#start()
    running?.reject(createError(reason))
  }
}
