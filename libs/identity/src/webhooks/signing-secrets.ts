import { randomBytes } from 'node:crypto'
import type { SigningSecrets } from '@content-service/domain/internal/webhooks'
import type { WebhookId } from '@content-service/domain/internal/rules'
import { Webhook } from 'standardwebhooks'
import type { Sealer } from '../secrets/sealer.ts'

/** Standard Webhooks: `whsec_` and the base64 of 24 to 64 bytes. */
const PREFIX = 'whsec_'
const SECRET_BYTES = 32

const about = (webhook: WebhookId): string => `webhook ${webhook}`

/** The secrets of webhooks. They are encrypted and not hashed, because they sign every delivery. */
export const createSigningSecrets = (sealer: Sealer): SigningSecrets => ({
  newSecret: (webhook) => {
    const text = PREFIX + randomBytes(SECRET_BYTES).toString('base64')
    return { text, sealed: sealer.seal(text, about(webhook)) }
  },
  headersFor: (webhook, sealedSecrets, { id, at, body }) => {
    const signatures = sealedSecrets.map((sealed) =>
      new Webhook(sealer.open(sealed, about(webhook))).sign(id, at, body),
    )
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    }
  },
})
