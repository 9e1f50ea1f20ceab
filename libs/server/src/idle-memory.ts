import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this time without a request, a collection of 0.1 s disturbs nobody. */
const QUIET_MS = 1_500
const WORTHWHILE_BYTES = 16 * 1024 * 1024

/**
 * V8 has no function for this that gives the memory of new objects back. Afterwards, all flags must be as before: V8
 * takes compiled code from the cache of modules only under the flags under which it has compiled the code.
 */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  // With this flag, each new context has the function.
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}

const readHeapSize = (): number => getHeapStatistics().total_heap_size

/**
 * Gives the memory of the start, and of busy times, back to the system while no requests come. V8 would keep it until
 * the process allocates much again. Only a process of the service alone does this: the program of a team decides itself.
 */
export class IdleMemory {
  readonly #timer: NodeJS.Timeout
  #isBusy = false
  /** The size of the heap after the last collection. */
  #kept = 0

  constructor({ quietMs = QUIET_MS, worthwhileBytes = WORTHWHILE_BYTES } = {}) {
    this.#timer = setInterval(() => this.#look(worthwhileBytes), quietMs).unref()
  }

  noteRequest(): void {
    this.#isBusy = true
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(worthwhileBytes: number): void {
    const wasBusy = this.#isBusy
    this.#isBusy = false
    if (wasBusy || readHeapSize() < this.#kept + worthwhileBytes) return
    collectGarbage()
    this.#kept = readHeapSize()
  }
}
