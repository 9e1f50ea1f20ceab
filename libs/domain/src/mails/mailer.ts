import type { MailKind } from './mail-limit.ts'
import type { NewMail, SealedMail } from './mail-store.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Port: sends mail. */
export interface Mailer {
  /** Whether the service can send mail. */
  readonly isReady: boolean
  send(mail: Mail): Promise<void>
}

/** Port: encrypts mails while they are in the queue. They contain codes that set passwords. */
export interface MailEncryption {
  seal(mail: Mail, kind: MailKind): NewMail
  /** @throws Error for a mail that was encrypted with another secret. */
  open(sealed: SealedMail): Mail
}
