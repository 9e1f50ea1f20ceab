import type { Mailer } from '@content-service/domain/internal/mails'
import { createSmtpMailer } from './smtp-mailer.ts'

export interface MailSettings {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly smtpAllowPlain: boolean
  readonly production: boolean
  readonly baseUrl: string
  /** C15.20: the name of the service, which mail programs show as the sender. MAIL_FROM replaces it. */
  readonly serviceName?: string
}

/** A log, such as a pino logger. */
export interface MailLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Writes mails to the log, for the machine of a developer, whose log other people cannot read. */
const createLogMailer = (log: MailLog): Mailer => ({
  isReady: true,
  send: async ({ to, subject, text }) =>
    log.info({ to, subject }, `SMTP_URL is not set. Mail in the log instead:\n\n${text}`),
})

/** In production the log must not contain the secrets of mails. */
const createNoMailer = (log: MailLog): Mailer => ({
  isReady: false,
  send: async ({ subject }) => log.error({ subject }, 'the service could not send a mail: set SMTP_URL'),
})

const nameSender = ({ baseUrl, serviceName }: MailSettings): string => {
  const address = `no-reply@${new URL(baseUrl).hostname}`
  return serviceName === undefined ? address : `"${serviceName.replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}

/**
 * Sends mail by SMTP_URL. Without SMTP_URL, mails are written to the log, and in production they are dropped (C3.8).
 */
export const createMailer = (settings: MailSettings, log: MailLog): Mailer => {
  const { smtpUrl, mailFrom, smtpAllowPlain: allowPlain, production } = settings
  if (smtpUrl === undefined) return production ? createNoMailer(log) : createLogMailer(log)
  return createSmtpMailer({
    url: smtpUrl,
    from: mailFrom ?? nameSender(settings),
    allowPlain,
  })
}
