import { randomBytes } from 'node:crypto'
import type { WebhookId } from '@content-service/domain'
import { expect, it } from 'vitest'
import { createSealer } from '../sealer.ts'
import { signingSecrets } from './signing-secrets.ts'

const WEBHOOK = '01890000-0000-7000-8000-000000000001' as WebhookId

it('C11.1 a secret is 32 random bytes as Standard Webhooks writes them, and kept sealed for its webhook alone', () => {
  const sealer = createSealer([randomBytes(32)])
  const { text, sealed } = signingSecrets(sealer).newSecret(WEBHOOK)
  expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(sealed).not.toContain(text.slice(6))
  expect(sealer.open(sealed, `webhook ${WEBHOOK}`)).toBe(text)
  expect(() => sealer.open(sealed, 'webhook of somebody else')).toThrow()
})
