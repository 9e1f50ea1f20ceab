import { pino, type Logger, type LoggerOptions } from 'pino'
import type { Settings } from '../settings/read-settings.ts'

/** What a database adds to a message: the values of a row or of a key, which are whatever was sent, or a hash. */
const VALUES = /\n - detail: .*$/s

/** An error as the log has it: what happened and where, and no value that a row holds. */
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
  // Only there: loading it takes longer than all else of the log.
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, singleLine: true })
}

/** Lines of JSON for programs that collect them; words and colours for a person at a terminal. */
export const openLog = async (settings: Pick<Settings, 'logLevel'>): Promise<Logger> =>
  process.stdout.isTTY ? pino(logOptions(settings), await colours()) : pino(logOptions(settings))
