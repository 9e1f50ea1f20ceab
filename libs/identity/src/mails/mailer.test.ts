import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { createMailer } from './mailer.ts'

const receive = async (serviceName: string): Promise<string> => {
  let received = ''
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => (received += chunk.toString()))
      stream.on('end', () => done())
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, smtpAllowPlain: false, production: true }
  const log = { info: () => undefined, error: () => undefined }
  const place = { mailFrom: undefined, baseUrl: 'https://books.example', serviceName }
  try {
    await createMailer({ ...settings, ...place }, log).send({
      to: 'ada@example.org',
      subject: 'Hi',
      text: 'Hello',
    })
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
  return /^From: .*$/m.exec(received)?.[0].trim() ?? ''
}

it.each([
  ['Bookshop', 'From: Bookshop <no-reply@books.example>'],
  ['"Ada", Sons <x@evil.example>', 'From: "\\"Ada\\", Sons <x@evil.example>" <no-reply@books.example>'],
])('C15.20 mails come from the name of the service: %s', async (name, from) => {
  expect(await receive(name)).toBe(from)
})
