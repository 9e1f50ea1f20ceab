import { randomBytes } from 'node:crypto'
import type { WebhookId } from '@content-service/domain/internal/rules'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createSealer } from '../secrets/sealer.ts'
import { createSigningSecrets } from './signing-secrets.ts'

const WEBHOOK = '01890000-0000-7000-8000-000000000001' as WebhookId

describe('C11.1 secrets of webhooks', () => {
  const sealer = createSealer([randomBytes(32)])
  const signing = createSigningSecrets(sealer)

  it('are 32 random bytes in the format of Standard Webhooks, encrypted for a single webhook', () => {
    const { text, sealed } = signing.newSecret(WEBHOOK)
    expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(sealed).not.toContain(text.slice(6))
    expect(sealer.open(sealed, `webhook ${WEBHOOK}`)).toBe(text)
    expect(() => sealer.open(sealed, 'webhook of somebody else')).toThrow()
  })

  it('sign so that the library verifies the signature with either of two secrets, and with no other', () => {
    const [next, before, other] = [1, 2, 3].map(() => signing.newSecret(WEBHOOK)) as [Made, Made, Made]
    const body = '{"type":"article.published"}'
    const headers = signing.headersFor(WEBHOOK, [next.sealed, before.sealed], {
      id: 'an-id',
      at: new Date(),
      body,
    })
    const verify = ({ text }: Made, given = body) => new Webhook(text).verify(given, headers)
    expect(verify(next)).toEqual({ type: 'article.published' })
    expect(verify(before)).toEqual({ type: 'article.published' })
    expect(() => verify(other)).toThrow()
    expect(() => verify(next, `${body} `)).toThrow()
  })
})

type Made = ReturnType<ReturnType<typeof createSigningSecrets>['newSecret']>
