import { DefaultLogger, type LogContext, type Logger } from '@mikro-orm/core'

/** The log of an ORM. It prints nothing, and keeps the text of the last statement that failed. */
export class FailedStatement extends DefaultLogger {
  text = ''

  override logQuery({ level, query = '' }: LogContext): void {
    if (level === 'error') this.text = query
  }
}

export const createLog = (): Logger => new FailedStatement({ writer: () => undefined })
