import { type Profiler, Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * The attack `long-work` imports this module into the process of the service. It measures the longest stretch of work
 * without a pause: the CPU time of the thread between two turns of the event loop. Other processes change it less than the time of a clock.
 */
interface Stretch {
  readonly cpuMs: number
  readonly wallMs: number
}

const TURN_MS = 1

const readCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

class Meter {
  #longest: Stretch = { cpuMs: 0, wallMs: 0 }
  #cpu = readCpuMs()
  #wall = performance.now()

  start(): void {
    setInterval(() => this.#look(), TURN_MS).unref()
  }

  /** The longest stretch since the last call. */
  take(): Stretch {
    const taken = this.#longest
    this.#longest = { cpuMs: 0, wallMs: 0 }
    return taken
  }

  #look(): void {
    const [cpu, wall] = [readCpuMs(), performance.now()]
    const cpuMs = cpu - this.#cpu
    if (cpuMs > this.#longest.cpuMs) this.#longest = { cpuMs, wallMs: wall - this.#wall }
    ;[this.#cpu, this.#wall] = [cpu, wall]
  }
}

const meter = new Meter()
const session = new Session()

/** The answers to the words of the attack. */
const ANSWERS = {
  take: () => Promise.resolve(meter.take()),
  profile: async () => {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 500 })
    await session.post('Profiler.start')
  },
  save: async (file: string) => {
    const { profile } = (await session.post('Profiler.stop')) as { profile: Profiler.Profile }
    session.disconnect()
    writeFileSync(file, JSON.stringify(profile))
  },
} as const satisfies Readonly<Record<string, (file: string) => Promise<unknown>>>

// A socket without a file, which Linux has. Allow the other side to wait for an answer after its end.
createServer({ allowHalfOpen: true }, (socket) => {
  socket.setEncoding('utf8').once('data', (text) => {
    const [word = '', file = ''] = String(text).split(' ', 2)
    void ANSWERS[word as keyof typeof ANSWERS](file).then((answer) =>
      socket.end(JSON.stringify(answer ?? null)),
    )
  })
})
  .listen(`\0pause-meter-${process.pid}`)
  .unref()
meter.start()
