import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Answers one client, and keeps the text of each mail. */
const receive = (socket: Socket, mails: string[]): void => {
  let [received, isMail] = ['', false]
  const answer = (line: string): void => void socket.write(`${line}\r\n`)
  const take = (line: string): void => {
    if (/^data/i.test(line)) {
      isMail = true
      answer('354 Go on')
    } else answer(/^quit/i.test(line) ? '221 Bye' : '250 Fine')
  }
  answer('220 post office')
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
    for (;;) {
      const end = isMail ? '\r\n.\r\n' : '\r\n'
      const at = received.indexOf(end)
      if (at < 0) return
      const text = received.slice(0, at)
      received = received.slice(at + end.length)
      if (!isMail) take(text)
      else {
        mails.push(text)
        isMail = false
        answer('250 Fine')
      }
    }
  })
  // A client may leave at any time.
  socket.on('error', () => undefined)
}

/** A mail server that keeps the mails. */
export const openPostOffice = async () => {
  const mails: string[] = []
  const server = createServer((socket) => receive(socket, mails)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => void server.close() }
}
