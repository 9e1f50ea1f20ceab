import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSmtpMailer } from './smtp-mailer.ts'

const MAIL = { to: 'ada@example.org', subject: 'A code', text: 'The code is 123456.' }

describe('RFC 3207 a mail server without STARTTLS', () => {
  let server: SMTPServer
  let received: string[]
  beforeEach(async () => {
    received = []
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        stream.resume().on('end', () => done())
      },
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
  })
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

  const send = (host: string, allowPlain: boolean): Promise<void> => {
    const { port } = server.server.address() as AddressInfo
    return createSmtpMailer({ url: `smtp://${host}:${port}`, from: 'us@example.org', allowPlain }).send(MAIL)
  }

  it('gets mails on this machine', async () => {
    await send('127.0.0.1', false)
    expect(received).toEqual([MAIL.to])
  })

  // 0.0.0.0 connects to this machine, but is not one of its addresses.
  it('gets no mail beyond this machine', async () => {
    await expect(send('0.0.0.0', false)).rejects.toThrow(/STARTTLS/)
    expect(received).toEqual([])
  })

  it('gets mails if SMTP_ALLOW_PLAIN allows them', async () => {
    await send('0.0.0.0', true)
    expect(received).toEqual([MAIL.to])
  })
})
