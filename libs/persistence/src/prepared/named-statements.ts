import type { ParseValue } from '../connections/pg-client.ts'

/** C15.4: the estimated memory of the named statements of a connection. */
export const DEFAULT_STATEMENT_CACHE_BYTES = 8_388_608
/** C15.4: a longer text gets no name. */
const LONGEST_TEXT_BYTES = 32_768
/** The memory of a statement with its plans, measured on PostgreSQL 18: see decision 70. */
const BYTES_PER_STATEMENT = 16_384
const BYTES_PER_BYTE_OF_TEXT = 144

/**
 * A statement that one of the last reads of the connection used does not leave: if more statements come in turn than there is
 * room for, such as the pages of a list, each would leave before it is used again.
 */
const KEPT_READS = 256

/** The memory that a backend needs for a statement of this text. */
export const estimateStatementBytes = (text: string): number =>
  BYTES_PER_STATEMENT + Buffer.byteLength(text) * BYTES_PER_BYTE_OF_TEXT

/** A statement that PostgreSQL keeps under its name. */
export interface NamedStatement {
  readonly bytes: number
  /** The reads that have no result yet. */
  running: number
  /** The number of its last read among those of the connection. */
  usedBy: number
  /** The parsers of its columns, after the first description of PostgreSQL. */
  parsers?: readonly ParseValue[]
}

/**
 * The named statements of a connection. They need a bounded memory, and the least recently used leave first, once they have
 * been unused for some reads.
 */
export class NamedStatements {
  readonly #mostBytes: number
  readonly #keptReads: number
  #reads = 0
  /** The least recently used statement comes first. */
  readonly #statements = new Map<string, NamedStatement>()
  #bytes = 0

  constructor(mostBytes = DEFAULT_STATEMENT_CACHE_BYTES, keptReads = KEPT_READS) {
    this.#mostBytes = mostBytes
    this.#keptReads = keptReads
  }

  /**
   * The statement under its name, after `close` for each statement that leaves for it. Null if the text must run without
   * a name: it is too long, or only running statements and those of the last reads could leave.
   */
  take(name: string, text: string, close: (name: string) => void): NamedStatement | null {
    this.#reads += 1
    const found = this.#statements.get(name) ?? this.#create(text, close)
    if (found === null) return null
    this.#statements.delete(name)
    this.#statements.set(name, found)
    found.running += 1
    found.usedBy = this.#reads
    return found
  }

  #create(text: string, close: (name: string) => void): NamedStatement | null {
    const bytes = estimateStatementBytes(text)
    if (Buffer.byteLength(text) > LONGEST_TEXT_BYTES || !this.#makeRoom(bytes, close)) return null
    this.#bytes += bytes
    return { bytes, running: 0, usedBy: this.#reads }
  }

  #makeRoom(bytes: number, close: (name: string) => void): boolean {
    for (const [name, { running, bytes: freed, usedBy }] of this.#statements) {
      // All further statements were used later.
      if (this.#bytes + bytes <= this.#mostBytes || this.#reads - usedBy <= this.#keptReads) break
      // PostgreSQL would close the statement after its read, but `pg` would no longer know its name.
      if (running > 0) continue
      this.#statements.delete(name)
      this.#bytes -= freed
      close(name)
    }
    return this.#bytes + bytes <= this.#mostBytes
  }
}

/** The named statements of each connection of a database. */
export class ConnectionStatements {
  readonly #mostBytes: number | undefined
  readonly #known = new WeakMap<object, NamedStatements>()

  constructor(mostBytes?: number) {
    this.#mostBytes = mostBytes
  }

  of(connection: object): NamedStatements {
    const known = this.#known.get(connection) ?? new NamedStatements(this.#mostBytes)
    this.#known.set(connection, known)
    return known
  }
}
