import type { Mailer } from '@content-service/domain'
import { smtpMailer } from '@content-service/identity'
import type { Logger } from 'pino'
import type { Settings } from './config.ts'

/** What is sent is written into the log: on the machine of a developer, where nobody else reads it. */
const logMailer = (log: Logger): Mailer => ({
  isReady: true,
  send: async ({ to, subject, text }) =>
    log.info({ to, subject }, `a mail that SMTP_URL would send:\n\n${text}`),
})

/** In production a log is no place for secrets, and nobody reads it for their mail. */
const noMailer = (log: Logger): Mailer => ({
  isReady: false,
  send: async ({ subject }) => log.error({ subject }, 'a mail was not sent: set SMTP_URL'),
})

/** Sends mail by SMTP_URL; without it mails go to the log, but not in production (C3.8). */
export const createMailer = (settings: Settings, baseUrl: string, log: Logger): Mailer => {
  const { smtpUrl, mailFrom, production } = settings
  if (smtpUrl === undefined) return production ? noMailer(log) : logMailer(log)
  return smtpMailer({ url: smtpUrl, from: mailFrom ?? `no-reply@${new URL(baseUrl).hostname}` })
}
