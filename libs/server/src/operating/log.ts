import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Settings } from '../settings/read-settings.ts'

/** The part of a database message with the values of a row or key, which can be personal data or a hash. */
const VALUES = /\n - detail: .*$/s

/** An error for the log, without values of rows. */
const errorLine = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const message = error.message.replace(VALUES, '')
  return {
    type: error.name,
    message,
    stack: error.stack?.replaceAll(error.message, message),
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: errorLine(error.cause) }),
  }
}

export const logOptions = ({ logLevel: level }: Pick<Settings, 'logLevel'>): LoggerOptions => ({
  level,
  serializers: { err: errorLine },
})

const colours = async () => {
  // Loaded only here, because it takes long to load.
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, singleLine: true })
}

/** A write of the system takes longer than a line, so that lines wait for others for this time. */
const FLUSH_MS = 250
const FLUSH_LENGTH = 65_536

/** Collects lines. Only a process that is killed loses the lines of the last moment. */
class Lines implements DestinationStream {
  readonly #output = destination({ fd: process.stdout.fd, sync: true })
  #waiting = ''
  #timer: NodeJS.Timeout | undefined

  constructor() {
    process.once('exit', () => this.#flush())
  }

  write(line: string): void {
    this.#waiting += line
    if (this.#waiting.length >= FLUSH_LENGTH) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting !== '') this.#output.write(this.#waiting)
    this.#waiting = ''
  }
}

/** Writes JSON for programs, and coloured lines for a person at a terminal. */
export const openLog = async (settings: Pick<Settings, 'logLevel'>): Promise<Logger> =>
  process.stdout.isTTY ? pino(logOptions(settings), await colours()) : pino(logOptions(settings), new Lines())
