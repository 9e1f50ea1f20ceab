import type { ServerResponse } from 'node:http'

/** A client must take a piece in the time limit. A smaller response is one piece. */
export const PIECE_BYTES = 65_536

interface Sending {
  /** The longest time in which the client takes less than a piece. */
  readonly stalledMs: number
  /** Called once, when the content leaves the memory: a part that is sent does not leave it before the rest. */
  readonly release: () => void
}

/**
 * Calls `tell` when the response or its connection is closed, for each of them: a response that waits behind another one of its
 * connection has no event of its own. The returned function ends this.
 */
const onClosed = (response: ServerResponse, tell: () => void): (() => void) => {
  const { socket } = response.req
  const leave = (): void => {
    response.off('close', tell)
    socket.off('close', tell)
  }
  response.on('close', tell)
  socket.on('close', tell)
  return leave
}

/** Calls `begin` when the responses before this one are sent. */
const onceFirst = (response: ServerResponse, begin: () => void): void => {
  if (response.socket) begin()
  else response.once('socket', begin)
}

/**
 * C15.4: writes content in pieces, each when the kernel has taken the piece before it, and cuts the connection of a
 * client that does not read. Resolves to whether the kernel has taken all.
 */
export const writePieces = (
  response: ServerResponse,
  content: Buffer,
  { stalledMs, release }: Sending,
): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let [sent, hasEnded] = [0, false]
  let cut: NodeJS.Timeout | undefined
  const end = (isSent: boolean): void => {
    if (hasEnded) return
    hasEnded = true
    leave()
    clearTimeout(cut)
    release()
    resolve(isSent)
  }
  const leave = onClosed(response, () => end(false))
  const writeNext = (error?: Error | null): void => {
    // The response is closed, or about to close.
    if (error || hasEnded) return
    cut?.refresh()
    if (sent < content.length) {
      const piece = content.subarray(sent, sent + PIECE_BYTES)
      sent += piece.length
      return void response.write(piece, writeNext)
    }
    end(true)
  }
  onceFirst(response, () => {
    cut = setTimeout(() => response.destroy(), stalledMs)
    writeNext()
  })
  return promise
}

/** Sends all content of a response. */
export const sendPieces = async (
  response: ServerResponse,
  content: Buffer,
  sending: Sending,
): Promise<void> => {
  if (await writePieces(response, content, sending)) response.end()
}
