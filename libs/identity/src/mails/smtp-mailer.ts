import type { Mailer } from '@content-service/domain/internal/mails'
import type { Transporter } from 'nodemailer'

export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** The sender of the mails. */
  readonly from: string
  /** Without this setting, only a server on this machine receives mail without TLS. */
  readonly allowPlain: boolean
}

const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** A server that does not respond must not delay the end of the process. */
const TIMEOUT_MS = 10_000
const TIMEOUTS = {
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
  dnsTimeout: TIMEOUT_MS,
} as const

const openTransport = async ({ url, allowPlain }: Omit<SmtpSettings, 'from'>): Promise<Transporter> => {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(url)
  return createTransport({
    host: hostname,
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:' && !allowPlain && !THIS_MACHINE.test(hostname),
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Sends mail by SMTP. Lines of the text stay unchanged, and no part of the text is read as a file or an address to fetch.
 * RFC 3207: mails carry codes, so the mailer refuses a server beyond this machine that does not offer
 * STARTTLS.
 */
export const createSmtpMailer = (settings: SmtpSettings): Mailer => {
  let transport: Promise<Transporter> | undefined
  return {
    isReady: true,
    send: async (mail) => {
      await (await (transport ??= openTransport(settings))).sendMail({ ...mail, from: settings.from })
    },
  }
}

/** Connects to the mail server as for a mail, signs in, and sends nothing. @throws Error with the reason of a failure. */
export const verifyMailServer = async (settings: Omit<SmtpSettings, 'from'>): Promise<void> => {
  const transport = await openTransport(settings)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
