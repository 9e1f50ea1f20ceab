import type { Envelopes, Mail, SealedMail } from '@content-service/domain'
import type { Sealer } from '../sealer.ts'

const ABOUT = 'mail'

/** Mails, encrypted for the time until they are sent. */
export const envelopes = (sealer: Sealer): Envelopes => ({
  // The brand says that it has been sealed here.
  seal: (mail) => sealer.seal(JSON.stringify(mail), ABOUT) as SealedMail,
  // What was sealed here is what `seal` was given.
  open: (sealed) => JSON.parse(sealer.open(sealed, ABOUT)) as Mail,
})
