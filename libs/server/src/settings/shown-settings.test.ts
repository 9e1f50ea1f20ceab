import { describe, expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'
import { listSettings } from './setting.ts'
import { HIDDEN, showSettings } from './shown-settings.ts'
import { SETTINGS } from './table.ts'

const MARK = 'marked-secret-of-the-test-0123456789'
/** Settings with a secret, or with an address that can contain one. */
const SECRETS = {
  DATABASE_URL: `postgres://content:${MARK}@127.0.0.1/content`,
  DATABASE_DIRECT_URL: `postgres://content:${MARK}@127.0.0.1/content`,
  DATABASE_REPLICA_URLS: `postgres://content:${MARK}@127.0.0.2/content`,
  REDIS_URL: `redis://:${MARK}@127.0.0.1`,
  SMTP_URL: `smtp://user:${MARK}@127.0.0.1`,
  JWT_SECRET: MARK,
  ENCRYPTION_SECRET: MARK,
  ADMIN_EMAIL: `${MARK}@example.org`,
  ADMIN_PASSWORD: MARK,
  OAUTH_CLIENT_ID: MARK,
  OAUTH_CLIENT_SECRET: MARK,
  OAUTH_REDIRECT_URIS: `https://${MARK}.example.org/callback`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `https://${MARK}.example.org`,
  POLICY_FILE: MARK,
  DATA_DIR: MARK,
}
const show = (environment: Readonly<Record<string, string>>) => showSettings(readSettings(environment))

describe('C19.5 the settings in the status', () => {
  it('have no text that can be a secret', () => {
    const shown = show(SECRETS)
    expect(JSON.stringify(shown)).not.toContain(MARK)
    for (const name of Object.keys(SECRETS)) expect([name, shown[name]]).toEqual([name, HIDDEN])
  })

  it('show texts only where the table calls them public', () => {
    const texts = Object.entries(show({})).flatMap(([name, value]) =>
      typeof value === 'string' || Array.isArray(value) ? [name] : [],
    )
    const open = listSettings(SETTINGS).flatMap(({ name, isPublic }) => (isPublic ? [name] : []))
    expect(open).toEqual(expect.arrayContaining(texts))
    expect(open).toEqual([
      'HOST',
      'BASE_URL',
      'AUTH_URL',
      'CORS_ORIGINS',
      'DATABASE_SCHEMA',
      'JWT_ALGORITHM',
      'TRUSTED_DOCUMENTS',
      'LOG_LEVEL',
    ])
  })

  it('have each setting of the api, with numbers and flags as they hold', () => {
    const names = listSettings(SETTINGS).flatMap(({ name, readBy }) => (readBy.includes('api') ? [name] : []))
    const shown = show({ RATE_LIMIT: '7', BASIC_AUTH: 'false', TRUST_PROXY: '127.0.0.1' })
    expect(Object.keys(shown)).toEqual(names)
    expect(shown).toMatchObject({
      RATE_LIMIT: 7,
      BASIC_AUTH: false,
      PORT: 3000,
      LOG_LEVEL: 'info',
      TRUST_PROXY: HIDDEN,
      METRICS_ALLOW: null,
      SMTP_URL: null,
    })
  })
})
