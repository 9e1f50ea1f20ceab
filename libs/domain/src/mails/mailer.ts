import type { MailKind } from './mail-limit.ts'
import type { NewMail, SealedMail } from './mail-store.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Port: sends mail. */
export interface Mailer {
  /** Whether there is any way to send mail. */
  readonly isReady: boolean
  send(mail: Mail): Promise<void>
}

/** Port: closes mails for the time until they are sent. They hold codes that set passwords. */
export interface MailEncryption {
  seal(mail: Mail, kind: MailKind): NewMail
  /** @throws Error for a mail that another secret has sealed. */
  open(sealed: SealedMail): Mail
}
