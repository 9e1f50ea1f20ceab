export { admitMail } from './admit-mail.ts'
export { MAIL_WINDOW_MS } from './mail-limit.ts'
export type { ClaimedMail, MailBacklog, MailId, MailStore, NewMail, SealedMail } from './mail-store.ts'
export type { Mail, MailEncryption, Mailer } from './mailer.ts'
