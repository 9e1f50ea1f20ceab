import type { Mailer, SigningSecrets, WebhookSender } from '@content-service/domain'
import { createMailer, type MailLog, type MailSettings } from '../mail/mailer.ts'
import { sealerFor } from '../service-secret/sealers.ts'
import { serviceSecret, type SecretSettings } from '../service-secret/service-secret.ts'
import { signingSecrets } from './signing-secrets.ts'
import { webhookSender } from './webhook-sender.ts'

export interface DeliverySettings extends SecretSettings, MailSettings {
  readonly encryptionSecret: string | undefined
  readonly webhookAllowPrivate: boolean
}

/** What events are signed, sent and given up with, for whichever process delivers them. */
export const deliveryParts = (
  settings: DeliverySettings,
  log: MailLog,
): { readonly signing: SigningSecrets; readonly sender: WebhookSender; readonly mailer: Mailer } => ({
  signing: signingSecrets(sealerFor('webhooks', serviceSecret(settings), settings)),
  sender: webhookSender({ allowPrivate: settings.webhookAllowPrivate }),
  mailer: createMailer(settings, log),
})
