import type { HandlerBacklog } from '@content-service/domain/internal/handlers'
import type { Backlog } from '@content-service/domain/internal/webhooks'
import type { MailBacklog } from '@content-service/domain/internal/mails'
import type { Database } from '@content-service/persistence'
import type { SharedCounters } from '../storage/shared-counters.ts'
import { checkHandlerBacklog, type HandlersCheck } from './handler-backlog.ts'

/** The checks of readiness. */
export interface Checks {
  readonly process: 'ok' | 'stopping'
  readonly database: 'ok' | 'away'
  readonly migrations: 'ok' | 'pending' | 'unknown'
  /** `full`: the embedded database refuses writes, and still reads. */
  readonly disk: 'ok' | 'full'
  /** Does not affect readiness: without the server at REDIS_URL, each process counts for itself (C9.2). */
  readonly limiter: 'shared' | 'this process alone' | 'REDIS_URL is away'
  /** Does not affect readiness: the worker is behind, not this process. */
  readonly queue: 'ok' | `behind by ${number} s` | 'unknown'
  /** Does not affect readiness: the mail server refuses mails, or is away. */
  readonly mails: 'ok' | `waiting for ${number} s` | 'unknown'
  /** Absent for a model without handlers. */
  readonly handlers?: HandlersCheck
}

/** Null while the database is away. */
type StoredChecks = Pick<Checks, 'database' | 'migrations'> & {
  readonly backlog: Backlog | null
  readonly mails: MailBacklog | null
  readonly handlers: HandlerBacklog | null
}

const UNKNOWN = { backlog: null, mails: null, handlers: null } as const

/** Every client may send probes, so that the service queries the database at most once in this time. */
const FRESH_MS = 1_000
const ANSWER_WITHIN_MS = 2_000
/** Much longer than the time in which a worker notices new work. */
const BEHIND_AFTER_S = 60
/** By then, the service has tried three times to send a mail. */
const UNSENT_AFTER_S = 300

interface ReadinessParts {
  readonly database: Pick<Database, 'isMigrated'>
  readonly isDiskFull: () => boolean
  /** `isWanted` says whether REDIS_URL is set. */
  readonly limiter: Pick<SharedCounters, 'isShared'> & { readonly isWanted: boolean }
  readonly backlog: (now: Date) => Promise<Backlog>
  readonly mails: () => Promise<MailBacklog>
  /** Null for a model without handlers. */
  readonly handlers: ((now: Date) => Promise<HandlerBacklog>) | null
}

const ageInSeconds = (since: Date | null, now: Date): number =>
  since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000)

/** The age of the oldest due work, in seconds. */
export const computeLag = ({ dueSince }: Backlog, now: Date): number => ageInSeconds(dueSince, now)

/** The age of the oldest mail that waits to be sent, in seconds. */
export const computeMailLag = ({ oldestAt }: MailBacklog, now: Date): number => ageInSeconds(oldestAt, now)

const queueCheck = (backlog: Backlog | null): Checks['queue'] => {
  if (backlog === null) return 'unknown'
  const lag = Math.round(computeLag(backlog, new Date()))
  return lag < BEHIND_AFTER_S ? 'ok' : `behind by ${lag} s`
}

const mailsCheck = (mails: MailBacklog | null): Checks['mails'] => {
  if (mails === null) return 'unknown'
  const lag = Math.round(computeMailLag(mails, new Date()))
  return lag < UNSENT_AFTER_S ? 'ok' : `waiting for ${lag} s`
}

/** Whether this process can do its work (C1.4, C10.4). */
export class Readiness {
  readonly #parts: ReadinessParts
  #isStopping = false
  #last: Promise<StoredChecks> | null = null
  #lastEndedAt = 0

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /** Makes the process not ready, so that it gets no new requests. */
  stop(): void {
    this.#isStopping = true
  }

  async checks(): Promise<Checks> {
    const { backlog, mails, handlers, ...stored } = await this.#stored()
    const { isShared, isWanted } = this.#parts.limiter
    const hasHandlers = this.#parts.handlers !== null
    return {
      process: this.#isStopping ? 'stopping' : 'ok',
      ...stored,
      disk: this.#parts.isDiskFull() ? 'full' : 'ok',
      limiter: isShared() ? 'shared' : isWanted ? 'REDIS_URL is away' : 'this process alone',
      queue: queueCheck(backlog),
      mails: mailsCheck(mails),
      ...(hasHandlers && { handlers: checkHandlerBacklog(handlers) }),
    }
  }

  /** The queue of the worker; null while the database is away. */
  async backlog(): Promise<Backlog | null> {
    return (await this.#stored()).backlog
  }

  /** The mails that wait; null while the database is away. */
  async mails(): Promise<MailBacklog | null> {
    return (await this.#stored()).mails
  }

  /** The runs of handlers that wait; null while the database is away, and for a model without handlers. */
  async handlers(): Promise<HandlerBacklog | null> {
    return (await this.#stored()).handlers
  }

  #stored(): Promise<StoredChecks> {
    if (this.#last === null || performance.now() - this.#lastEndedAt > FRESH_MS) {
      // Callers share a running look-up, instead of each waiting for a separate time limit.
      this.#lastEndedAt = Infinity
      this.#last = this.#lookUp().finally(() => (this.#lastEndedAt = performance.now()))
    }
    return this.#last
  }

  async #lookUp(): Promise<StoredChecks> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not respond.')), ANSWER_WITHIN_MS)
    })
    try {
      const isMigrated = await Promise.race([this.#parts.database.isMigrated(), late])
      if (!isMigrated) return { database: 'ok', migrations: 'pending', ...UNKNOWN }
      const now = new Date()
      const { backlog: readBacklog, mails: readMails, handlers: readHandlers } = this.#parts
      const work = Promise.all([readBacklog(now), readMails(), readHandlers?.(now) ?? null])
      const [backlog, mails, handlers] = await Promise.race([work, late])
      return { database: 'ok', migrations: 'ok', backlog, mails, handlers }
    } catch {
      // The log of failed requests contains the error.
      return { database: 'away', migrations: 'unknown', ...UNKNOWN }
    } finally {
      clearTimeout(timer)
    }
  }
}

export const isReady = ({ process, database, migrations, disk }: Checks): boolean =>
  [process, database, migrations, disk].every((check) => check === 'ok')
