import type { Mailer } from '@content-service/domain'
import { createSmtpMailer } from './smtp-mailer.ts'

export interface MailSettings {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly smtpAllowPlain: boolean
  readonly production: boolean
  readonly baseUrl: string
}

/** What of a log this needs; a pino logger is one. */
export interface MailLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** What is sent is written into the log: on the machine of a developer, where nobody else reads it. */
const createLogMailer = (log: MailLog): Mailer => ({
  isReady: true,
  send: async ({ to, subject, text }) =>
    log.info({ to, subject }, `SMTP_URL is not set. Mail in the log instead:\n\n${text}`),
})

/** In production a log is no place for secrets, and nobody reads it for their mail. */
const createNoMailer = (log: MailLog): Mailer => ({
  isReady: false,
  send: async ({ subject }) => log.error({ subject }, 'the service could not send a mail: set SMTP_URL'),
})

/** Sends mail by SMTP_URL; without it mails go to the log, but not in production (C3.8). */
export const createMailer = (settings: MailSettings, log: MailLog): Mailer => {
  const { smtpUrl, mailFrom, smtpAllowPlain: allowPlain, production, baseUrl } = settings
  if (smtpUrl === undefined) return production ? createNoMailer(log) : createLogMailer(log)
  return createSmtpMailer({
    url: smtpUrl,
    from: mailFrom ?? `no-reply@${new URL(baseUrl).hostname}`,
    allowPlain,
  })
}
