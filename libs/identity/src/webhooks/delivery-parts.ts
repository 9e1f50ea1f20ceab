import type { TextSealer, Envelopes, Mailer, SigningSecrets, WebhookSender } from '@content-service/domain'
import { envelopes } from '../mail/envelopes.ts'
import { createMailer, type MailLog, type MailSettings } from '../mail/mailer.ts'
import { keyedHash } from '../keyed-hash.ts'
import { derivedKey } from '../service-secret/derived-key.ts'
import { sealerFor, textSealerFor } from '../service-secret/sealers.ts'
import { serviceSecret, type SecretSettings } from '../service-secret/service-secret.ts'
import { signingSecrets } from './signing-secrets.ts'
import { webhookSender } from './webhook-sender.ts'

export interface DeliverySettings extends SecretSettings, MailSettings {
  readonly encryptionSecret: string | undefined
  readonly webhookAllowPrivate: boolean
}

interface DeliveryParts {
  readonly signing: SigningSecrets
  readonly sender: WebhookSender
  readonly mailer: Mailer
  readonly envelopes: Envelopes
  readonly links: TextSealer
}

/** What events are signed, sent and given up with, and mails opened and sent, for whichever process delivers them. */
export const deliveryParts = (settings: DeliverySettings, log: MailLog): DeliveryParts => {
  const secret = serviceSecret(settings)
  return {
    signing: signingSecrets(sealerFor('webhooks', secret, settings)),
    sender: webhookSender({ allowPrivate: settings.webhookAllowPrivate }),
    mailer: createMailer(settings, log),
    envelopes: envelopes(sealerFor('mails', secret, settings), keyedHash(derivedKey(secret, 'mails'))),
    links: textSealerFor('links', secret),
  }
}
