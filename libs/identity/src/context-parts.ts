import type { Context, Envelopes, Mailer, WebhookSender } from '@content-service/domain'
import { keyedHash } from './keyed-hash.ts'
import { envelopes } from './mail/envelopes.ts'
import { createMailer, type MailLog, type MailSettings } from './mail/mailer.ts'
import { codeKeeper } from './second-factor/code-keeper.ts'
import { secretMaker } from './secrets.ts'
import { derivedKey } from './service-secret/derived-key.ts'
import { sealerFor, textSealerFor } from './service-secret/sealers.ts'
import { serviceSecret, type SecretSettings } from './service-secret/service-secret.ts'
import { signingSecrets } from './webhooks/signing-secrets.ts'
import { webhookSender } from './webhooks/webhook-sender.ts'

export interface ContextSettings extends SecretSettings, MailSettings {
  readonly encryptionSecret: string | undefined
  readonly webhookAllowPrivate: boolean
}

type SecretParts = Pick<Context, 'codes' | 'secrets' | 'signing' | 'cursors' | 'links' | 'keyedHash'>

/** The parts of a `Context` that the secrets of the service make, and that deliver its mails and events. */
export interface ContextParts extends SecretParts {
  readonly mailer: Mailer
  readonly envelopes: Envelopes
  readonly sender: WebhookSender
}

/** The same in each process of the service, because they share its secrets. */
export const createContextParts = (settings: ContextSettings, log: MailLog): ContextParts => {
  const secret = serviceSecret(settings)
  return {
    codes: codeKeeper(sealerFor('second factors', secret, settings)),
    secrets: secretMaker,
    signing: signingSecrets(sealerFor('webhooks', secret, settings)),
    cursors: textSealerFor('cursors', secret),
    links: textSealerFor('links', secret),
    keyedHash: keyedHash(derivedKey(secret, 'requests')),
    mailer: createMailer(settings, log),
    envelopes: envelopes(sealerFor('mails', secret, settings), keyedHash(derivedKey(secret, 'mails'))),
    sender: webhookSender({ allowPrivate: settings.webhookAllowPrivate }),
  }
}
