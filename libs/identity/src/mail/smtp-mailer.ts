import type { Mailer } from '@content-service/domain'
import { createTransport } from 'nodemailer'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** What the mails say they come from. */
  readonly from: string
}

/** A server that does not answer must not hold what waits for it, such as the end of the process. */
const TIMEOUT_MS = 10_000
const TIMEOUTS = {
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
} as const

/** Sends mail by SMTP. Lines of the text stay as they are; nothing in it is read as a file or an address to fetch. */
export const smtpMailer = ({ url, from }: SmtpSettings): Mailer => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const transport = createTransport({
    host: hostname,
    secure: protocol === 'smtps:',
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isReady: true,
    send: async (mail) => {
      await transport.sendMail({ ...mail, from })
    },
  }
}
