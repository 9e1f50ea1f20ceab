import type { Mailer } from './mailer.ts'

/** C15.20: each mail ends with the name and the address of the service, below the mark of a signature (RFC 3676 §4.3). */
export const signMails = (
  mailer: Mailer,
  { name, baseUrl }: { readonly name: string; readonly baseUrl: string },
): Mailer => ({
  isReady: mailer.isReady,
  send: (mail) => mailer.send({ ...mail, text: `${mail.text}\n-- \n${name}, ${baseUrl}\n` }),
})
