const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')
const SHOWN_CHARACTERS = 500

export interface ReadResponse {
  readonly status: number
  /** Of the head and the body. */
  readonly bytes: number
  /** The first characters of the response, for error messages. */
  readonly beginning: string
}

/**
 * Finds the end of each response on a keep-alive connection without parsing the body. The connection has one request at a
 * time, so that no chunk contains parts of two responses.
 */
export class ResponseReader {
  #head: Buffer = Buffer.alloc(0)
  #status = 0
  /** The bytes of the whole response; Infinity with chunked coding, and 0 until the head is complete. */
  #total = 0
  #bytes = 0
  #tail: Buffer = Buffer.alloc(0)

  /** @returns the response if the chunk ends it, otherwise null. */
  read(chunk: Buffer): ReadResponse | null {
    this.#bytes += chunk.length
    if (this.#total === 0) this.#readHead(chunk)
    this.#tail = this.#joinTail(chunk)
    const isComplete =
      this.#total === Infinity ? this.#tail.equals(LAST_CHUNK) : this.#total > 0 && this.#bytes >= this.#total
    return isComplete ? this.#take() : null
  }

  #readHead(chunk: Buffer): void {
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const end = this.#head.indexOf(END_OF_HEAD)
    if (end === -1) return
    const head = this.#head.toString('latin1', 0, end)
    const length = /\r\ncontent-length: ?(\d+)/i.exec(head)?.[1]
    this.#status = Number(head.slice(9, 12))
    this.#total = length === undefined ? Infinity : end + END_OF_HEAD.length + Number(length)
  }

  #joinTail(chunk: Buffer): Buffer {
    const size = LAST_CHUNK.length
    return chunk.length >= size ? chunk.subarray(-size) : Buffer.concat([this.#tail, chunk]).subarray(-size)
  }

  #take(): ReadResponse {
    const beginning = this.#status < 300 ? '' : this.#head.toString('utf8', 0, SHOWN_CHARACTERS)
    const response = { status: this.#status, bytes: this.#bytes, beginning }
    this.#head = this.#tail = Buffer.alloc(0)
    this.#total = this.#bytes = 0
    return response
  }
}
