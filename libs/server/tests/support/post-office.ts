import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  readonly to: string
  readonly from: string
  /** The letter as it was transmitted, with its headers. */
  readonly text: string
}

export interface PostOffice {
  /** The value of SMTP_URL. */
  readonly url: string
  /** Waits for the next letter to an address. */
  letterTo(address: string): Promise<Letter>
  letters(): readonly Letter[]
  close(): Promise<void>
}

/** A real SMTP server on a free port. */
export const openPostOffice = async (): Promise<PostOffice> => {
  const letters: Letter[] = []
  const taken = new Set<Letter>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      letters.push({ to: envelope.rcptTo[0]?.address ?? '', from, text: Buffer.concat(chunks).toString() })
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const letterTo = async (address: string): Promise<Letter> => {
    for (;;) {
      const letter = letters.find((one) => one.to === address && !taken.has(one))
      if (letter) {
        taken.add(letter)
        return letter
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${port}`, letterTo, letters: () => letters, close }
}

/** The code of a letter, which is on its own line. A soft line break can divide the code (RFC 2045 §6.7). */
export const readCode = ({ text }: Letter): string =>
  /^ {4}(\S+)\r?$/m.exec(text.replaceAll(/=\r?\n/g, ''))?.[1] ?? ''
