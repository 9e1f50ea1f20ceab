import type { Context } from '@content-service/domain'
import type { MailEncryption, Mailer } from '@content-service/domain/internal/mails'
import type { WebhookSender } from '@content-service/domain/internal/webhooks'
import { createKeyedHash } from './secrets/keyed-hash.ts'
import { createMailEncryption } from './mails/mail-encryption.ts'
import { createMailer, type MailLog, type MailSettings } from './mails/mailer.ts'
import { createTotpVerifier } from './second-factor/totp-verifier.ts'
import { secretMaker } from './secrets/secrets.ts'
import { deriveKey } from './service-secret/derive-key.ts'
import { createSealerFor, createSignerFor } from './service-secret/sealers.ts'
import { readServiceSecret, type SecretSettings } from './service-secret/service-secret.ts'
import { createSigningSecrets } from './webhooks/signing-secrets.ts'
import { createWebhookSender } from './webhooks/webhook-sender.ts'

export interface ContextSettings extends SecretSettings, MailSettings {
  readonly encryptionSecret: string | undefined
  readonly webhookAllowPrivate: boolean
}

type SecretParts = Pick<Context, 'codes' | 'secrets' | 'signing' | 'cursors' | 'links' | 'keyedHash'>

/** The parts of a `Context` that use the secrets of the service, or deliver mails and events. */
export interface ContextParts extends SecretParts {
  readonly mailer: Mailer
  readonly mailEncryption: MailEncryption
  readonly sender: WebhookSender
}

/** Creates equal parts in each process of the service, because the processes share its secrets. */
export const createContextParts = (settings: ContextSettings, log: MailLog): ContextParts => {
  const secret = readServiceSecret(settings)
  return {
    codes: createTotpVerifier(createSealerFor('second factors', secret, settings), settings.serviceName),
    secrets: secretMaker,
    signing: createSigningSecrets(createSealerFor('webhooks', secret, settings)),
    cursors: createSignerFor('cursors', secret),
    links: createSignerFor('links', secret),
    keyedHash: createKeyedHash(deriveKey(secret, 'requests')),
    mailer: createMailer(settings, log),
    mailEncryption: createMailEncryption(
      createSealerFor('mails', secret, settings),
      createKeyedHash(deriveKey(secret, 'mails')),
    ),
    sender: createWebhookSender({ allowPrivate: settings.webhookAllowPrivate }),
  }
}
