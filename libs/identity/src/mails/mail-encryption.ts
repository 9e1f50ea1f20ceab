import type { MailEncryption, Mail, SealedMail } from '@content-service/domain/internal/mails'
import type { KeyedHash } from '@content-service/domain/internal/context'
import type { Sealer } from '../secrets/sealer.ts'

const ABOUT = 'mail'

/** Encrypts mails until they are sent. The hash shows which mails have the same address. */
export const createMailEncryption = (sealer: Sealer, hashed: KeyedHash): MailEncryption => ({
  seal: (mail, kind) => ({
    // Only this function makes the brand.
    sealed: sealer.seal(JSON.stringify(mail), ABOUT) as SealedMail,
    recipient: hashed('mail to', mail.to.toLowerCase()),
    kind,
  }),
  // `seal` wrote this JSON.
  open: (sealed) => JSON.parse(sealer.open(sealed, ABOUT)) as Mail,
})
