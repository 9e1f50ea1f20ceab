import type { MailEncryption, KeyedHash, Mail, SealedMail } from '@content-service/domain'
import type { Sealer } from '../sealer.ts'

const ABOUT = 'mail'

/** Mails, encrypted for the time until they are sent. The hash tells which mails go to one address. */
export const createMailEncryption = (sealer: Sealer, hashed: KeyedHash): MailEncryption => ({
  seal: (mail, kind) => ({
    // The brand says that it has been sealed here.
    sealed: sealer.seal(JSON.stringify(mail), ABOUT) as SealedMail,
    recipient: hashed('mail to', mail.to.toLowerCase()),
    kind,
  }),
  // What was sealed here is what `seal` was given.
  open: (sealed) => JSON.parse(sealer.open(sealed, ABOUT)) as Mail,
})
